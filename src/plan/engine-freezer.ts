import type { Position } from "../source/index.ts";
import type { CatalogueEngine, EngineCatalogue } from "./catalogue.ts";
import type { FrozenEngine } from "./engine.ts";
import { EngineProblem, EngineProblems } from "./engine-problem.ts";
import { type EngineWishes, engineTimeoutMs, freezeEngine } from "./freeze-engine.ts";
import type { PlanNotice } from "./notices.ts";
import { configureCommand, configuredEngine, selectEngine } from "./select-engine.ts";

/** An engine fixed for one step, and its timeout where nothing nearer says one. */
export interface EngineChoice {
  engine: FrozenEngine;
  timeoutMs?: number;
}

/** Fixes the engines of one workflow and remembers what there is to say about them. */
export class EngineFreezer {
  readonly notices: PlanNotice[] = [];
  readonly problems = new EngineProblems();
  readonly #catalogue: EngineCatalogue;

  constructor(catalogue: EngineCatalogue) {
    this.#catalogue = catalogue;
  }

  /** Undefined where there is a problem. */
  unitEngine(
    stepId: string,
    at: Position,
    { engine: named, ...wishes }: EngineWishes & { engine?: string },
  ): EngineChoice | undefined {
    return this.problems.collect(stepId, at, () => {
      const { engine, assumed } = selectEngine(named, this.#catalogue);
      if (assumed) this.#noteAssumed(engine);
      if (engine.kind === "agent") this.#noteUntranslated(stepId, engine, wishes);
      return choice(engine, freezeEngine(engine, wishes, this.#catalogue));
    });
  }

  /** The engine that judges a step's rubric: `workflow.judgeEngine`, on its own settings. */
  judge(stepId: string, at: Position): EngineChoice | undefined {
    return this.problems.collect(stepId, at, () => {
      const { judge: name } = this.#catalogue;
      if (name === undefined) throw noJudge(this.#catalogue);
      const engine = configuredEngine(name, this.#catalogue);
      return choice(engine, freezeEngine(engine, {}, this.#catalogue));
    });
  }

  #noteAssumed({ name }: CatalogueEngine): void {
    if (this.notices.some(({ code }) => code === "engine-assumed")) return;
    const message = `No engine is named or configured as the default, so ${name} is asked, which was found on PATH.`;
    this.notices.push({ code: "engine-assumed", message });
  }

  #noteUntranslated(stepId: string, { name }: CatalogueEngine, { llm }: EngineWishes): void {
    const fields = Object.keys(llm ?? {});
    if (fields.length === 0) return;
    const message = `Step "${stepId}" runs on ${name}, an agent, which takes no inference settings: llm.${fields.join(", llm.")} will not reach it.`;
    this.notices.push({ code: "untranslated-field", stepId, message });
  }
}

function choice(engine: CatalogueEngine, frozen: FrozenEngine): EngineChoice {
  const timeoutMs = engineTimeoutMs(engine);
  return timeoutMs === undefined ? { engine: frozen } : { engine: frozen, timeoutMs };
}

function noJudge({ configured, files }: EngineCatalogue): EngineProblem {
  const [first] = configured.keys();
  const name = first ?? "reviewer";
  return new EngineProblem(
    "ENGINE_UNKNOWN",
    "its gate has a rubric, and workflow.judgeEngine does not say which engine judges",
    (first === undefined ? `Configure an engine (${configureCommand(name)}). ` : "") +
      `Set workflow.judgeEngine in ${files.config} to the name of a configured engine, as in ` +
      `{"workflow": {"judgeEngine": "${name}"}}, or run akm config set workflow.judgeEngine ${name}.`,
  );
}
