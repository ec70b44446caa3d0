import type { RunUsage } from "../../../ports/index.ts";
import type { Connection } from "../connection.ts";

interface UsageRow {
  units: number;
  input_tokens: number;
  output_tokens: number;
}

/**
 * A crash makes an attempt go out again with a higher `dispatch`: counted once, while its tokens were spent twice. A person's
 * answer at a gate was sent out to nobody.
 */
const SQL = `
SELECT count(*) FILTER (WHERE dispatch = 1 AND runner <> 'person') AS units,
  coalesce(sum(input_tokens), 0) AS input_tokens,
  coalesce(sum(output_tokens), 0) AS output_tokens
FROM workflow_run_units WHERE run_id = ?`;

export function loadUsage(connection: Connection, runId: string): RunUsage {
  const row = connection.statement(SQL).get(runId) as UsageRow;
  return { units: row.units, inputTokens: row.input_tokens, outputTokens: row.output_tokens };
}
