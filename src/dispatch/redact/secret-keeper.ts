import { DIAGNOSTIC_CHARS_MAX, type JsonObject, REDACTED_BYTES_MIN } from "../../contract/index.ts";
import { clipText } from "../../lib/clip-text.ts";
import type { Plan, PlanEnvBinding } from "../../plan/index.ts";
import type { DispatchRequest, EnvResolver, ResolvedEnv } from "../../ports/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import type { Redactor, Secret } from "./redactor.ts";
import { bindingsOf, credentialInputs, credentialParams, engineKeysOf } from "./run-secrets.ts";

type Warn = (message: string) => void;

export interface SecretKeeperOptions {
  /** akm's own; engines' keys are in it. */
  environment: NodeJS.ProcessEnv;
  /** Absent: only literals can be bound. */
  envResolver: EnvResolver | undefined;
  redactor: Redactor;
}

/** Hands units what they are bound to, and sees to it that nothing of that can be written down. */
export class SecretKeeper {
  readonly #options: SecretKeeperOptions;
  readonly #said = new Set<string>();

  constructor(options: SecretKeeperOptions) {
    this.#options = options;
  }

  /**
   * Learns all that a run may come across, before anything of it is written: a step that was done before a crash may have left behind
   * what a later one prints. What cannot be resolved now may be by the time a unit needs it, and is worth a word before anything
   * is paid for.
   */
  async prepareRun({ plan, params }: { plan: Plan; params: JsonObject }, warn: Warn): Promise<void> {
    const { environment } = this.#options;
    this.#learn(
      [...engineKeysOf(plan, environment), ...credentialParams(params), ...credentialInputs(plan)],
      warn,
    );
    for (const binding of bindingsOf(plan)) {
      const resolved = await this.#resolve([binding], plan.cwd);
      if (resolved.ok) this.#take(resolved, warn);
      else this.#warnOnce(`${resolved.message} Unless that changes, the unit that needs it will fail.`, warn);
    }
  }

  /**
   * Hands on the request with every binding a literal, at once where it has none. Values are looked up anew each time, since they may
   * have been changed; without one of them the outcome is `env_unresolved`.
   */
  bound(
    request: DispatchRequest,
    warn: Warn,
    handOn: (request: DispatchRequest) => Promise<AttemptOutcome>,
  ): Promise<AttemptOutcome> {
    return request.env.length === 0 ? handOn(request) : this.#bind(request, warn, handOn);
  }

  async #bind(
    request: DispatchRequest,
    warn: Warn,
    handOn: (request: DispatchRequest) => Promise<AttemptOutcome>,
  ): Promise<AttemptOutcome> {
    const resolved = await this.#resolve(request.env, request.cwd);
    if (!resolved.ok) {
      const error = clipText(`${resolved.message} Nothing was started.`, DIAGNOSTIC_CHARS_MAX);
      return { status: "failed", failureReason: "env_unresolved", error };
    }
    this.#take(resolved, warn);
    const env = resolved.variables.map(({ name, value }) => ({ kind: "literal" as const, name, value }));
    return await handOn({ ...request, env });
  }

  #take({ secrets, warnings }: Extract<ResolvedEnv, { ok: true }>, warn: Warn): void {
    for (const warning of warnings) this.#warnOnce(warning, warn);
    this.#learn(secrets, warn);
  }

  #learn(secrets: readonly Secret[], warn: Warn): void {
    for (const name of this.#options.redactor.add(secrets))
      this.#warnOnce(
        `the value of ${name} is too short to be redacted (under ${REDACTED_BYTES_MIN} bytes)`,
        warn,
      );
  }

  #warnOnce(message: string, warn: Warn): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    warn(message);
  }

  async #resolve(bindings: readonly PlanEnvBinding[], cwd: string): Promise<ResolvedEnv> {
    const { envResolver } = this.#options;
    if (envResolver !== undefined) return await envResolver.resolve(bindings, cwd);
    const unresolved = bindings.find((binding) => binding.kind !== "literal");
    if (unresolved !== undefined)
      return { ok: false, message: `The unit's env names ${unresolved.ref}, which cannot be resolved here.` };
    const variables = bindings.filter((binding) => binding.kind === "literal");
    return { ok: true, variables, secrets: [], warnings: [] };
  }
}
