import { describe, expect, test } from "vitest";
import { EngineHome, isJudgement, PASSED } from "../engines/engine-home.ts";
import { type AkmEnd, AkmHome } from "../rig/akm-home.ts";

interface Child {
  runId: string;
  status: string;
  resume?: { command: string; then: string };
  children?: Child[];
}

/** `workflows/<name>`, whose one job uses another workflow and then says so. */
function composed(home: AkmHome, name: string, uses: string): void {
  home.write(
    `bundle/workflows/${name}.yml`,
    `name: ${name}
on: { workflow_dispatch: {} }
jobs:
  main:
    runs-on: [self-hosted]
    steps:
      - id: sub
        uses: workflows/${uses}
      - id: after
        run: echo after
`,
  );
}

/** A program that holds up its run until something is mended, and how it is mended. */
interface Stopping {
  home: AkmHome;
  mend(): void;
}

const STOPPING: Record<string, () => Promise<Stopping>> = {
  "a person's approval": async () => {
    const home = new AkmHome();
    home.workflow(
      "leaf",
      "steps:\n  - id: make\n    unit: { exec: { command: [echo, made] } }\n    gate: { approve: true }",
      ["make"],
    );
    return { home, mend: () => undefined };
  },
  "a judge that could not answer": async () => {
    let isThere = false;
    const home = await EngineHome.open((request) => {
      if (!isJudgement(request)) return { text: "made" };
      return isThere ? { text: PASSED } : { status: 400, body: "no judge" };
    });
    home.source("leaf", "steps:\n  - id: make", "## make\n\nMake it.\n\n### gate\n\n- It is made.");
    return {
      home,
      mend: () => {
        isThere = true;
      },
    };
  },
  "a failure": async () => {
    const home = new AkmHome();
    home.oneStep("leaf", "test -f mended && echo made");
    return { home, mend: () => void home.write("mended", "") };
  },
};

/** Runs commands as they are told, each of which must do its work. */
async function follow(home: AkmHome, commands: readonly string[]): Promise<AkmEnd | undefined> {
  let last: AkmEnd | undefined;
  for (const command of commands) {
    const [program, ...words] = command.split(" ");
    expect(program).toBe("akm");
    last = await home.start(words).ended;
    expect(last.status, `${command}: ${last.stderr}`).toBe(0);
  }
  return last;
}

async function statusOf(home: AkmHome, runId: string, ...words: string[]): Promise<AkmEnd> {
  return await home.start(["workflow", "status", runId, ...words]).ended;
}

/** The deepest first, as somebody does who opens what stands still from below. */
function rows(children: readonly Child[] = []): Child[] {
  return children.flatMap((child) => [...rows(child.children), child]);
}

async function childrenOf(home: AkmHome, runId: string): Promise<Child[]> {
  return (JSON.parse((await statusOf(home, runId)).stdout) as { children: Child[] }).children;
}

/** What is told in a run's text to type next. */
function typed(text: string): string[] {
  return [...text.matchAll(/(?:go on|Go on) with: (.+)$/gm)].flatMap(([, line]) => line?.split(" && ") ?? []);
}

const WAYS: Record<string, (home: AkmHome, stopped: AkmEnd) => Promise<string[]>> = {
  "the notes of the step": async (_home, stopped) => {
    const { notes } = stopped.json().workflow.steps[0] ?? { notes: "" };
    return (/To go on: (.+?)\.(?: |$)/.exec(notes)?.[1] ?? "").split(", then ");
  },
  "the rows of the tree that stand still": async (home, stopped) => {
    const ways = rows(await childrenOf(home, stopped.json().run.id)).flatMap(({ resume }) => resume ?? []);
    return [...ways.map(({ command }) => command), ways[0]?.then ?? ""];
  },
  "the deepest row of the tree alone": async (home, stopped) => {
    const [deepest] = rows(await childrenOf(home, stopped.json().run.id));
    return [deepest?.resume?.command ?? "", deepest?.resume?.then ?? ""];
  },
  "the text of the status": async (home, stopped) =>
    typed((await statusOf(home, stopped.json().run.id, "--format", "text")).stdout),
  "the text of the deepest run's status": async (home, stopped) => {
    const [deepest] = rows(await childrenOf(home, stopped.json().run.id));
    return typed((await statusOf(home, deepest?.runId ?? "", "--format", "text")).stdout);
  },
  "the text of the status once the runs above were opened first": async (home, stopped) => {
    const [outer] = await childrenOf(home, stopped.json().run.id);
    await follow(home, [`akm workflow resume ${outer?.runId}`]);
    return typed((await statusOf(home, stopped.json().run.id, "--format", "text")).stdout);
  },
  "the refusal to run it": async (home, stopped) => {
    const refused = await home.start(["workflow", "run", stopped.json().run.id]).ended;
    expect(refused.error()).toMatchObject({ code: "RUN_NOT_RESUMABLE" });
    const { hint } = refused.error() as unknown as { hint: string };
    return typed(hint);
  },
};

describe.each(Object.keys(STOPPING))("a run that stands still below for %s goes on", (reason) => {
  // shows: schema-91c, schema-97b, schema-104
  test.each([...Object.keys(WAYS).map((way) => [way, 2] as const), ["the notes of the step", 1] as const])(
    "by %s, taken as it stands, %i deep",
    async (way, depth) => {
      const stopping = await STOPPING[reason]?.();
      if (stopping === undefined) throw new Error(`Nothing stops for ${reason}.`);
      const { home, mend } = stopping;
      composed(home, "root", depth === 2 ? "middle" : "leaf");
      composed(home, "middle", "leaf");
      const stopped = await home.start(["workflow", "run", "workflows/root"]).ended;
      expect(stopped.json().run.status).toBe(reason === "a failure" ? "failed" : "blocked");

      const commands = (await WAYS[way]?.(home, stopped)) ?? [];
      mend();
      const end = await follow(home, commands);
      const root = stopped.json().run.id;
      expect(end?.json().run).toMatchObject({ id: root, status: "completed" });
      const below = rows(await childrenOf(home, root));
      expect(below.map(({ status }) => status)).toEqual(Array.from({ length: depth }, () => "completed"));
    },
  );
});

test("a run below that has spent its budget is told of as such, and no command is named that would be in vain", async () => {
  const home = new AkmHome();
  home.workflow(
    "leaf",
    'budget: { max_units: 1 }\nsteps:\n  - id: make\n    unit: { exec: { command: ["false"] } }',
    ["make"],
  );
  composed(home, "root", "middle");
  composed(home, "middle", "leaf");
  const stopped = home.run("root");
  expect(stopped.json().workflow.steps[0]?.notes).not.toContain("To go on");
  const root = stopped.json().run.id;
  const below = rows(await childrenOf(home, root));
  expect(below.map(({ status, resume }) => [status, resume])).toEqual([
    ["failed", undefined],
    ["failed", undefined],
  ]);
  const { stdout } = await statusOf(home, root, "--format", "text");
  expect(stdout).toContain(`The budget of run ${below[0]?.runId} is spent.`);
  expect(stdout).toContain("Start another with: akm workflow run bundle//workflows/root");
});
