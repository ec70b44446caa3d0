import diagnostics from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LlmBench } from "../../../test/rig/llm-bench.ts";

const bench = new LlmBench();

afterEach(() => bench.close());

describe("a connection to a model server", () => {
  test("has no timeout of its own, however long a model thinks", async () => {
    await bench.serve(({ index }) => (index === 0 ? { hang: "before-headers" } : {}));
    const requests: ClientRequest[] = [];
    const listen = (message: unknown): void => {
      requests.push((message as { request: ClientRequest }).request);
    };
    diagnostics.subscribe("http.client.request.start", listen);
    const stop = new AbortController();
    const asked = bench.ask({ signal: stop.signal });
    await bench.server.received(1);
    diagnostics.unsubscribe("http.client.request.start", listen);
    expect(requests.map(({ socket }) => socket?.timeout ?? 0)).toEqual([0]);
    stop.abort();
    await asked;
  });

  test("is not made by Node's fetch, which gives up after 300 s", async () => {
    const nodeFetch = vi.spyOn(globalThis, "fetch");
    const outcome = await bench.answerTo([{}]);
    expect(outcome).toMatchObject({ status: "completed" });
    expect(nodeFetch).not.toHaveBeenCalled();
    nodeFetch.mockRestore();
  });
});
