import {
  type Located,
  parseReference,
  type Reference,
  type Step,
  type Unit,
  type UnitStep,
  type Workflow,
} from "../../source/index.ts";
import type {
  Catalogue,
  CatalogueAgentEngine,
  CatalogueEngine,
  CatalogueLlmEngine,
  EngineCatalogue,
} from "../catalogue.ts";

const AT = { line: 1, column: 1 };

export function located<T>(value: T): Located<T> {
  return { value, at: AT };
}

export function reference(text: string): Located<Reference> {
  const parsed = parseReference(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return located(parsed.reference);
}

/** A unit that runs `true`, with whatever a test adds to it. */
export function execUnit(more: Partial<Unit> = {}): Unit {
  return { at: AT, exec: { at: AT, command: ["true"], passEnv: [] }, env: [], ...more };
}

/** A unit that is an instruction for an engine. */
export function engineUnit(more: Partial<Unit> = {}): Unit {
  return { at: AT, env: [], ...more };
}

export function unitStep(id: string, more: Partial<UnitStep> = {}): UnitStep {
  return { kind: "unit", id, at: AT, instructions: `Do ${id}.\n`, inputs: [], unit: execUnit(), ...more };
}

export function workflowOf(steps: Step[], more: Partial<Workflow> = {}): Workflow {
  return {
    sourceIrVersion: 1,
    format: "markdown",
    title: "Sample",
    description: "A sample",
    preamble: "",
    params: [],
    defaults: {},
    outputs: [],
    budget: {},
    steps,
    ...more,
  };
}

export function catalogueOf(more: Partial<Catalogue> = {}): Catalogue {
  return {
    workflowRef: "project//workflows/sample",
    sourcePath: "workflows/sample.md",
    sourceHash: "a".repeat(64),
    cwd: "/project",
    settings: {},
    hostConcurrency: 6,
    engines: enginesOf(),
    assets: new Map(),
    ...more,
  };
}

/** `stub`, a model, is the default and the judge; `coder` is an agent. */
export function enginesOf(
  more: Partial<Omit<EngineCatalogue, "configured">> & { configured?: CatalogueEngine[] } = {},
): EngineCatalogue {
  const { configured = [catalogueLlm(), catalogueAgent()], ...rest } = more;
  return {
    configured: new Map(configured.map((engine) => [engine.name, engine])),
    default: "stub",
    judge: "stub",
    opencodeOnPath: false,
    models: new Map(),
    files: { config: "/home/ada/config.json", models: "/home/ada/models.json" },
    ...rest,
  };
}

/** Nobody says which engine: none is configured, none is on PATH. */
export function noEngines(): EngineCatalogue {
  const { default: _, judge: __, ...rest } = enginesOf({ configured: [] });
  return rest;
}

export function catalogueLlm(more: Partial<CatalogueLlmEngine> = {}): CatalogueLlmEngine {
  return {
    kind: "llm",
    name: "stub",
    provider: "openai-compatible",
    endpoint: "http://127.0.0.1:9/v1/chat/completions",
    model: "small",
    inference: {},
    concurrency: 1,
    ...more,
  };
}

export function catalogueAgent(more: Partial<CatalogueAgentEngine> = {}): CatalogueAgentEngine {
  return { kind: "agent", name: "coder", platform: "claude", args: [], envPassthrough: [], ...more };
}
