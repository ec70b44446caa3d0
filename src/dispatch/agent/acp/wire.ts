import type { Writable } from "node:stream";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { parseRecord } from "../json-fields.ts";
import { LineReader } from "../line-reader.ts";

/**
 * The two directions of one agent's stdio, a message a line. What an agent prints besides is passed over. Its notifications are
 * handed on as they are: the SDK would refuse, and say so on our stderr, every kind that is newer than itself.
 */
export class Wire {
  readonly #stdin: Writable | null;
  readonly #lines: LineReader;
  readonly #onNotification: (method: string, params: unknown) => void;
  #incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  #isClosed = false;
  readonly stream: Stream;

  constructor(stdin: Writable | null, onNotification: (method: string, params: unknown) => void) {
    this.#stdin = stdin;
    this.#onNotification = onNotification;
    this.#lines = new LineReader((line) => this.#hand(line));
    this.stream = {
      readable: new ReadableStream<AnyMessage>({
        start: (controller) => {
          this.#incoming = controller;
        },
        cancel: () => {
          this.#incoming = undefined;
        },
      }),
      writable: new WritableStream<AnyMessage>({ write: (message) => this.#send(message) }),
    };
  }

  /** The agent is gone. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  receive(chunk: Buffer): void {
    this.#lines.append(chunk);
  }

  /** Says that nothing more will be asked. */
  hangUp(): void {
    this.#stdin?.end();
  }

  /** Tells whoever still waits for the agent that it is gone. */
  close(): void {
    this.#isClosed = true;
    this.#incoming?.close();
    this.#incoming = undefined;
  }

  #hand(line: string): void {
    const message = parseRecord(line);
    if (message === undefined) return;
    if ("id" in message) this.#incoming?.enqueue(message as AnyMessage);
    else if (typeof message.method === "string") this.#onNotification(message.method, message.params);
  }

  /** Not waited for: an agent that is gone would never take it. */
  #send(message: AnyMessage): void {
    if (this.#stdin?.writable === true) this.#stdin.write(`${JSON.stringify(message)}\n`);
  }
}
