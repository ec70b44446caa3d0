import { isRecord } from "./error-object.ts";

/** Where the SDK hands back what was extracted. */
export const REFUSAL_KEY = "akmAnswer";

type Extracted = { [REFUSAL_KEY]: { refusal: string } } | undefined;

/** Reads the words of a refusal out of an OpenAI-compatible answer; the SDK itself gives them as text like any other. */
export const refusalExtractor = {
  async extractMetadata({ parsedBody }: { parsedBody: unknown }): Promise<Extracted> {
    return extracted(refusalIn(parsedBody, "message"));
  },
  createStreamExtractor(): { processChunk(chunk: unknown): void; buildMetadata(): Extracted } {
    let refusal = "";
    return {
      processChunk(chunk) {
        refusal += refusalIn(chunk, "delta");
      },
      buildMetadata: () => extracted(refusal),
    };
  },
};

function refusalIn(value: unknown, place: "message" | "delta"): string {
  const choice = isRecord(value) && Array.isArray(value.choices) ? (value.choices[0] as unknown) : undefined;
  const said = isRecord(choice) ? choice[place] : undefined;
  return isRecord(said) && typeof said.refusal === "string" ? said.refusal : "";
}

function extracted(refusal: string): Extracted {
  return refusal === "" ? undefined : { [REFUSAL_KEY]: { refusal } };
}
