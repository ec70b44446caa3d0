import { AkmError } from "../../errors/index.ts";
import type { AttemptFilter, EventFilter, JournalReader, RunFilter, RunUsage } from "../../ports/index.ts";
import type { AttemptRecord, RunEvent, RunRecord, StepRecord } from "../../run/index.ts";
import type { Connection } from "./connection.ts";
import { loadEvents } from "./events/load-events.ts";
import { findRunIds } from "./runs/find-run-ids.ts";
import { listRuns } from "./runs/list-runs.ts";
import { loadPlanJson } from "./runs/load-plan.ts";
import { loadRun } from "./runs/load-run.ts";
import { loadSteps } from "./steps/load-steps.ts";
import { loadAttempts } from "./units/load-attempts.ts";
import { loadUsage } from "./units/load-usage.ts";

/** The reading half of the journal; each call sees one instant, {@link loadAttempts} one a page. */
export class SqliteReader implements JournalReader {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  loadRun(runId: string): Promise<RunRecord | undefined> {
    return this.connection.read(() => loadRun(this.connection, runId));
  }

  findRunIds(prefix: string, limit: number): Promise<string[]> {
    return this.connection.read(() => findRunIds(this.connection, prefix, limit));
  }

  listRuns(filter: RunFilter): Promise<RunRecord[]> {
    return this.connection.read(() => listRuns(this.connection, filter));
  }

  loadSteps(runId: string, { evidence = true }: { evidence?: boolean } = {}): Promise<StepRecord[]> {
    return this.connection.read(() => loadSteps(this.connection, runId, evidence));
  }

  loadAttempts(runId: string, filter: string | AttemptFilter = {}): AsyncIterable<AttemptRecord> {
    return loadAttempts(this.connection, runId, typeof filter === "string" ? { stepId: filter } : filter);
  }

  async loadPlanJson(runId: string): Promise<string> {
    const planJson = await this.connection.read(() => loadPlanJson(this.connection, runId));
    if (planJson === undefined) throw new AkmError("RUN_NOT_FOUND", `There is no run ${runId}.`);
    return planJson;
  }

  loadUsage(runId: string): Promise<RunUsage> {
    return this.connection.read(() => loadUsage(this.connection, runId));
  }

  loadEvents(filter: EventFilter): Promise<RunEvent[]> {
    return this.connection.read(() => loadEvents(this.connection, filter));
  }

  close(): void {
    this.connection.close();
  }
}
