/** How results are written (spec cli.md). */
export const OUTPUT_FORMATS = ["text", "json", "jsonl", "yaml"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
