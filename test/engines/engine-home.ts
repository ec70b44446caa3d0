import { onTestFinished } from "vitest";
import { type AkmEnd, AkmHome } from "../rig/akm-home.ts";
import { type ModelRequest, type ModelServer, type Script, startModelServer } from "../rig/model-server.ts";

/** A machine whose engine `stub` is a scripted model, the default and the judge of everything. */
export class EngineHome extends AkmHome {
  readonly server: ModelServer;

  private constructor(server: ModelServer, engine: object) {
    super();
    this.server = server;
    this.configure({
      engines: { stub: { kind: "llm", endpoint: server.urls.chatCompletions, model: "m", ...engine } },
      defaults: { engine: "stub" },
      workflow: { judgeEngine: "stub" },
    });
  }

  static async open(script: Script, engine: object = {}): Promise<EngineHome> {
    const server = await startModelServer(script);
    onTestFinished(() => server.close());
    return new EngineHome(server, engine);
  }

  configure(config: object): void {
    this.write("conf/config.json", JSON.stringify(config));
  }

  /** A Markdown workflow from the whole of its front matter's own lines and its body. */
  source(name: string, frontMatter: string, body: string): void {
    this.write(
      `bundle/workflows/${name}.md`,
      `---\ntype: workflow\ndescription: d\n${frontMatter}\n---\n\n# ${name}\n\n${body}\n`,
    );
  }

  /** While the command runs, the model must be able to answer. */
  async call(...words: string[]): Promise<AkmEnd> {
    return await this.start(words).ended;
  }

  async go(target: string, ...words: string[]): Promise<AkmEnd> {
    return await this.call("workflow", "run", target, ...words);
  }
}

/** Whether a model is asked to judge, by the prompt it was given. */
export function isJudgement({ bodyText }: ModelRequest): boolean {
  return bodyText.includes("You judge whether");
}

export const PASSED = JSON.stringify({ complete: true, missing: [], feedback: "" });

export function rejection(feedback: string): string {
  return JSON.stringify({ complete: false, missing: ["tests"], feedback });
}
