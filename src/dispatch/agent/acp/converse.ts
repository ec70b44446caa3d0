import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { compact } from "../../../lib/compact.ts";
import type { AgentReport } from "../agent-report.ts";
import { asCount, asRecord, asText } from "../json-fields.ts";
import type { AgentAttempt } from "../platform.ts";
import { statusIn } from "../status-in-text.ts";
import { answerPermission } from "./answer-permission.ts";
import { chooseModel } from "./choose-model.ts";
import type { Wire } from "./wire.ts";

type Sdk = typeof import("@agentclientprotocol/sdk");

/**
 * One session with one prompt; all that is told goes into the report. Never rejects: an agent that refuses a request or breaks
 * the protocol has told an error, one that is gone has told nothing more.
 */
export async function converse(
  sdk: Sdk,
  wire: Wire,
  attempt: AgentAttempt,
  report: AgentReport,
): Promise<void> {
  const { methods } = sdk;
  const app = sdk
    .client({ name: "akm" })
    .onRequest(methods.client.session.requestPermission, (context) =>
      permit(context.params, attempt, report),
    );
  try {
    await app.connectWith(wire.stream, async (agent) => {
      await agent.request(methods.agent.initialize, {
        protocolVersion: sdk.PROTOCOL_VERSION,
        clientCapabilities: {},
        clientInfo: { name: "akm", version: "1" },
      });
      const session = await agent.request(methods.agent.session.new, {
        cwd: attempt.directory,
        mcpServers: [],
      });
      report.usage.sessionId = session.sessionId;
      await chooseModel(agent, methods, session, attempt.engine.model, report);
      const answer = await agent.request(methods.agent.session.prompt, {
        sessionId: session.sessionId,
        prompt: [{ type: "text", text: attempt.prompt }],
      });
      readAnswer(answer, report);
    });
  } catch (error) {
    if (error instanceof sdk.RequestError) refused(error, report);
    else if (!wire.isClosed) broken(error, report);
  }
}

function permit(
  request: RequestPermissionRequest,
  { directory }: AgentAttempt,
  report: AgentReport,
): ReturnType<typeof answerPermission>["response"] {
  const { allowed, response } = answerPermission(request, directory);
  if (!allowed) {
    const what = request.toolCall.title ?? request.toolCall.kind ?? "a tool";
    report.warnings.push(`it was not allowed to go beyond files in its directory: ${what}`);
  }
  return response;
}

function readAnswer(answer: { stopReason: string }, report: AgentReport): void {
  report.isFinal = true;
  const usage = asRecord(asRecord(answer)?.usage) ?? {};
  Object.assign(
    report.usage,
    compact({ inputTokens: asCount(usage.inputTokens), outputTokens: asCount(usage.outputTokens) }),
  );
  switch (answer.stopReason) {
    case "end_turn":
      return;
    case "max_tokens":
      report.warnings.push("its answer was cut off at its token limit");
      return;
    default:
      report.error = { message: `it stopped before it had an answer (${answer.stopReason})` };
  }
}

function broken(error: unknown, report: AgentReport): void {
  const problem = error instanceof Error ? error.message : String(error);
  report.isFinal = true;
  report.error = { message: `it broke the Agent Client Protocol: ${problem}` };
}

/** The message of an internal error is often in its data alone. */
function refused(error: InstanceType<Sdk["RequestError"]>, report: AgentReport): void {
  const { data } = error;
  const details = asText(data) ?? asText(asRecord(data)?.details) ?? asText(asRecord(data)?.message);
  const message = details === undefined ? error.message : `${error.message}: ${details}`;
  report.isFinal = true;
  report.error = compact({ message, status: statusIn(message) });
}
