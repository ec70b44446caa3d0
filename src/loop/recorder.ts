import type { EventSink, Journal } from "../ports/index.ts";
import { isJudgement, type JournalEntry, verdictOf } from "../run/index.ts";

/**
 * Writes to the journal and tells the sink once it is durable. A finished attempt is recorded without waiting, so that the commit it
 * rides in is shared with whatever starts next; {@link settled} is the point where everything is known to be safe.
 */
export class Recorder {
  readonly #journal: Journal;
  readonly #sink: EventSink;
  readonly #onFailure: (error: unknown) => void;
  readonly #underway = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  /** `onFailure` is called at the first write that fails: from then on nothing new may start. */
  constructor(journal: Journal, sink: EventSink, onFailure: (error: unknown) => void) {
    this.#journal = journal;
    this.#sink = sink;
    this.#onFailure = onFailure;
  }

  /** Resolves once the entries are durable; rejects when they could not be made so. */
  async record(...entries: JournalEntry[]): Promise<void> {
    try {
      for (const event of await this.#journal.record(entries)) this.#sink.event(event);
      for (const entry of entries) if (entry.type === "attempt-finished") this.#tellOutcome(entry);
    } catch (error) {
      if (this.#failure === undefined) {
        this.#failure = { error };
        this.#onFailure(error);
      }
      throw error;
    }
  }

  #tellOutcome({ key, outcome, stepId }: Extract<JournalEntry, { type: "attempt-finished" }>): void {
    this.#sink.outcome?.(key.unitId, outcome);
    const verdict = isJudgement(stepId, key.unitId) ? verdictOf(outcome) : undefined;
    if (verdict !== undefined) this.#sink.judgement?.(key.runId, key.unitId, verdict);
  }

  /** Like {@link record}, without waiting; a failure surfaces in {@link settled}. */
  recordSoon(...entries: JournalEntry[]): void {
    const write = this.record(...entries).catch(() => undefined);
    this.#underway.add(write);
    void write.then(() => this.#underway.delete(write));
  }

  /** Resolves when every write so far is durable; throws the first failure. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway);
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
