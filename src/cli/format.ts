import type { Machine } from "../compose.ts";
import { OUTPUT_FORMATS, type OutputFormat } from "../contract/index.ts";
import { AkmError } from "../errors/index.ts";
import type { Host } from "./host.ts";

export type { OutputFormat };

export interface ChosenFormat {
  format: OutputFormat;
  stated: boolean;
}

/** `--format`, else `AKM_FORMAT`, else the configuration, else what suits stdout. Errors: `INVALID_FORMAT_VALUE`, `INVALID_CONFIG_FILE`. */
export async function chooseFormat(
  flag: string | undefined,
  host: Host,
  machine: Machine,
): Promise<ChosenFormat> {
  if (flag !== undefined) return { format: checked(flag, "--format"), stated: true };
  const variable = host.env.AKM_FORMAT;
  if (variable !== undefined && variable !== "")
    return { format: checked(variable, "AKM_FORMAT"), stated: true };
  const configured = await machine.configuredFormat();
  if (configured === undefined) return { format: defaultFormat(host), stated: false };
  if (isFormat(configured.value)) return { format: configured.value, stated: false };
  throw new AkmError(
    "INVALID_CONFIG_FILE",
    `${configured.path}: output.format must be one of ${OUTPUT_FORMATS.join(", ")}.`,
    {
      hint: "Correct it with `akm config set output.format text`.",
    },
  );
}

export function defaultFormat(host: Host): OutputFormat {
  return host.stdout.isTerminal ? "text" : "json";
}

/** What an error is written in when the format asked for is the error. */
export function formatForErrors(flag: string | undefined, host: Host): OutputFormat {
  const wanted = flag ?? host.env.AKM_FORMAT;
  return isFormat(wanted) ? wanted : defaultFormat(host);
}

function checked(value: string, where: string): OutputFormat {
  if (isFormat(value)) return value;
  throw new AkmError("INVALID_FORMAT_VALUE", `${where} is "${value}".`, {
    hint: `Use one of ${OUTPUT_FORMATS.join(", ")}.`,
  });
}

function isFormat(value: unknown): value is OutputFormat {
  return (OUTPUT_FORMATS as readonly unknown[]).includes(value);
}
