import type { Finding } from "./findings.ts";
import { Report } from "./report.ts";

/** Reads one file: all of its findings in its order, and what it says when none of them is an error. */
export function readWithReport<T>(read: (report: Report) => T | undefined): {
  value?: T;
  findings: Finding[];
} {
  const report = new Report();
  const value = read(report);
  const findings = report.findings();
  return value === undefined || report.hasErrors ? { findings } : { value, findings };
}
