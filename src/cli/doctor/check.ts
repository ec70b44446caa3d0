/** One thing looked at on this machine (decision C7). */
export interface Check {
  id: string;
  status: "pass" | "warn" | "fail";
  message: string;
  /** What to do about it. */
  fix?: string;
}

export function pass(id: string, message: string): Check {
  return { id, status: "pass", message };
}

export function warn(id: string, message: string, fix: string): Check {
  return { id, status: "warn", message, fix };
}

export function fail(id: string, message: string, fix: string): Check {
  return { id, status: "fail", message, fix };
}
