import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type {
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";

export interface PermissionAnswer {
  allowed: boolean;
  response: RequestPermissionResponse;
}

/** Work on files. Anything else (a command, the network, another mode) can reach beyond the directory and says not where. */
const FILE_KINDS = ["read", "search", "edit", "delete", "move"];
const HARMLESS_KINDS = ["think"];

/**
 * Nobody is there to be asked, so an agent may work on files in its directory, once for each request, and nothing else. What
 * more it shall do without asking is for its own configuration to say.
 */
export function answerPermission(request: RequestPermissionRequest, directory: string): PermissionAnswer {
  const allowed = isAllowed(request.toolCall, directory);
  const wanted: PermissionOptionKind[] = allowed
    ? ["allow_once", "allow_always"]
    : ["reject_once", "reject_always"];
  const option = wanted
    .map((kind) => request.options.find((candidate) => candidate.kind === kind))
    .find((found) => found !== undefined);
  const outcome =
    option === undefined
      ? ({ outcome: "cancelled" } as const)
      : ({ outcome: "selected", optionId: option.optionId } as const);
  return { allowed: allowed && option !== undefined, response: { outcome } };
}

function isAllowed(call: ToolCallUpdate, directory: string): boolean {
  const { kind } = call;
  if (kind === undefined || kind === null) return false;
  if (HARMLESS_KINDS.includes(kind)) return true;
  const paths = pathsOf(call);
  return FILE_KINDS.includes(kind) && paths.length > 0 && paths.every((path) => isInside(path, directory));
}

function pathsOf({ locations, content }: ToolCallUpdate): string[] {
  const located = (locations ?? []).map(({ path }) => path);
  const changed = (content ?? []).flatMap((part) => (part.type === "diff" ? [part.path] : []));
  return [...located, ...changed];
}

function isInside(path: string, directory: string): boolean {
  const base = realPath(directory);
  const found = realPath(resolve(directory, path));
  if (base === undefined || found === undefined) return false;
  const way = relative(base, found);
  return !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Links resolved as far as the path exists, the rest of it as it is; undefined where a link leads nowhere. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    if (isLink(path)) return undefined;
    const above = dirname(path);
    const parent = above === path ? undefined : realPath(above);
    return parent === undefined ? undefined : join(parent, path.slice(above.length));
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
