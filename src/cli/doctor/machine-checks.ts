import { execFile } from "node:child_process";
import type { Machine } from "../../compose.ts";
import type { Host } from "../host.ts";
import { counted } from "../render/words.ts";
import { type Check, fail, pass, warn } from "./check.ts";

const NODE_MAJOR_MIN = 20;

export function checkNode(version: string): Check {
  const major = Number(version.replace(/^v/, "").split(".")[0]);
  if (major >= NODE_MAJOR_MIN) return pass("node", `Node ${version}.`);
  return fail("node", `Node ${version} is too old.`, `Install Node ${NODE_MAJOR_MIN} or newer.`);
}

export function checkGit(env: NodeJS.ProcessEnv): Promise<Check> {
  return new Promise((settle) => {
    execFile("git", ["--version"], { env }, (error, stdout) => {
      if (error === null) settle(pass("git", `${stdout.trim()}.`));
      else {
        settle(
          warn(
            "git",
            "git cannot be run; runs will not record the commit they started from.",
            "Install git and put it on PATH.",
          ),
        );
      }
    });
  });
}

export async function checkHostConcurrency(machine: Machine): Promise<Check> {
  const { hostConcurrency } = await machine.disk();
  const width = hostConcurrency(machine.env);
  const source = machine.env.AKM_HOST_CONCURRENCY ? "AKM_HOST_CONCURRENCY" : "the number of cores";
  return pass("host-concurrency", `At most ${counted(width, "unit")} at once, by ${source}.`);
}

export function checkTerminal(host: Host): Check {
  const place = host.stdout.isTerminal ? "a terminal" : "no terminal";
  const locale = host.env.LC_ALL || host.env.LC_CTYPE || host.env.LANG || "";
  if (/utf-?8/i.test(locale) || process.platform === "win32" || process.platform === "darwin") {
    return pass("terminal", `stdout is ${place}; the locale is ${locale === "" ? "the system's" : locale}.`);
  }
  return warn(
    "terminal",
    `stdout is ${place}; the locale (${locale === "" ? "none" : locale}) does not say UTF-8, so some signs may show wrongly.`,
    "Set LANG to a UTF-8 locale such as C.UTF-8.",
  );
}
