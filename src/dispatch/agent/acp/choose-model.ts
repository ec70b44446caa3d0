import type { ClientContext, methods as Methods, NewSessionResponse } from "@agentclientprotocol/sdk";
import type { AgentReport } from "../agent-report.ts";

/**
 * Sets the model that the engine names, by the option that an agent offers for it, else by the older request. An agent that
 * takes neither refuses, and that ends the attempt: another model than the frozen one is never asked.
 */
export async function chooseModel(
  agent: ClientContext,
  methods: typeof Methods,
  { sessionId, configOptions }: NewSessionResponse,
  model: string | undefined,
  report: AgentReport,
): Promise<void> {
  if (model === undefined) return;
  const option = configOptions?.find(({ category, type }) => category === "model" && type === "select");
  if (option === undefined) {
    await agent.request("session/set_model", { sessionId, modelId: model });
  } else {
    await agent.request(methods.agent.session.setConfigOption, {
      sessionId,
      configId: option.id,
      value: model,
    });
  }
  report.usage.model = model;
}
