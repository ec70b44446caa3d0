import { EVIDENCE_PREVIEW_CHARS, type Json, STEP_EVIDENCE_BYTES_MAX } from "../contract/index.ts";
import { jsonBytes } from "../lib/json-bytes.ts";
import { jsonStart } from "../lib/json-start.ts";
import type { EvidenceUnit, StepEvidence } from "./evidence.ts";

/** Stands in displayed evidence where a value was too large; `bytes` is the length of its JSON text in UTF-8. */
export type TruncationMarker = {
  __akm_truncated__: true;
  bytes: number;
  /** The first 1000 characters: of a text itself, of anything else its JSON. */
  preview: string;
};

/**
 * The evidence as a step's row shows it, at most 1 MiB of JSON: the largest values give way first, each to a
 * {@link TruncationMarker}. For display only: a run is rebuilt from its attempts, which keep the whole (decision R2). Pure.
 */
export function boundEvidence(evidence: StepEvidence, bytesMax = STEP_EVIDENCE_BYTES_MAX): StepEvidence {
  const excess = jsonBytes(evidence) - bytesMax;
  if (excess <= 0) return evidence;
  const shrunk = shrink(measured(evidence.output), excess);
  const bounded = { ...evidence, output: shrunk.value };
  return shrunk.saved >= excess ? bounded : withFewerUnits(bounded, bytesMax);
}

/** A value with the bytes of its JSON, which are dear to count. */
interface Measured {
  value: Json;
  bytes: number;
}

interface Shrunk {
  value: Json;
  /** Bytes it is shorter now. */
  saved: number;
}

/** Cuts inside first, so that what is small stays to be seen; a value whose parts are all small goes as one. */
function shrink({ value, bytes }: Measured, excess: number): Shrunk {
  const inside = isContainer(value) ? shrinkMembers(value, excess) : { value, saved: 0 };
  if (inside.saved >= excess) return inside;
  const marker = markerOf(value, bytes);
  const saved = bytes - jsonBytes(marker);
  return saved > inside.saved ? { value: marker, saved } : inside;
}

function shrinkMembers(container: Container, excess: number): Shrunk {
  const members = Object.entries(container).map(([key, value]) => ({ key, ...measured(value) }));
  members.sort((left, right) => right.bytes - left.bytes);
  const replaced = new Map<string, Json>();
  let saved = 0;
  for (const { key, ...member } of members) {
    if (saved >= excess) break;
    const shrunk = shrink(member, excess - saved);
    // In order of size: what follows is smaller still.
    if (shrunk.saved <= 0) break;
    replaced.set(key, shrunk.value);
    saved += shrunk.saved;
  }
  return { value: withMembers(container, replaced), saved };
}

function withMembers(container: Container, replaced: ReadonlyMap<string, Json>): Json {
  if (Array.isArray(container)) return container.map((item, index) => replaced.get(String(index)) ?? item);
  return Object.fromEntries(
    Object.entries(container).map(([key, value]) => [key, replaced.get(key) ?? value]),
  );
}

/** Failed units say why a step failed and stay longest; `unitsOmitted` counts what is gone. */
function withFewerUnits(evidence: StepEvidence, bytesMax: number): StepEvidence {
  const rest = jsonBytes({ ...evidence, units: [], unitsOmitted: evidence.units.length });
  const kept = new Set<EvidenceUnit>();
  let bytes = rest;
  for (const unit of [...evidence.units].sort(failedFirst)) {
    bytes += jsonBytes(unit) + 1;
    if (bytes > bytesMax) break;
    kept.add(unit);
  }
  const units = evidence.units.filter((unit) => kept.has(unit));
  return { ...evidence, units, unitsOmitted: evidence.units.length - units.length };
}

function failedFirst(left: EvidenceUnit, right: EvidenceUnit): number {
  return Number(right.status === "failed") - Number(left.status === "failed");
}

function measured(value: Json): Measured {
  return { value, bytes: jsonBytes(value) };
}

function markerOf(value: Json, bytes: number): TruncationMarker {
  const text = typeof value === "string" ? value : jsonStart(value, EVIDENCE_PREVIEW_CHARS);
  // Half a surrogate pair at the cut would be no character.
  const preview = text.slice(0, EVIDENCE_PREVIEW_CHARS).replace(/[\uD800-\uDBFF]$/, "");
  return { __akm_truncated__: true, bytes, preview };
}

type Container = Json[] | { [key: string]: Json };

function isContainer(value: Json): value is Container {
  return typeof value === "object" && value !== null;
}
