import { ENDPOINT_SUFFIXES, type LlmProvider } from "../../contract/index.ts";

/**
 * What is wrong with an endpoint, with the right form where it can be told, or undefined. One form is taken, so that no spelling can end
 * in a doubled path. Never repeats what was written: it may hold a password.
 */
export function endpointProblem(endpoint: string, provider: LlmProvider): string | undefined {
  const suffix = ENDPOINT_SUFFIXES[provider];
  if (!/^https?:\/\//i.test(endpoint) || !URL.canParse(endpoint)) {
    return `must be a full http(s) URL that ends in ${suffix}, such as http://127.0.0.1:11434/v1${suffix}`;
  }
  const url = new URL(endpoint);
  if (url.username !== "" || url.password !== "")
    return "must hold no user name or password; a key goes into apiKey, by the name of its variable";
  if (endpoint.includes("?") || endpoint.includes("#")) return "must have no query and no fragment";
  return url.pathname.endsWith(suffix) ? undefined : wrongPath(url, provider);
}

function wrongPath(url: URL, provider: LlmProvider): string {
  const other = (Object.keys(ENDPOINT_SUFFIXES) as LlmProvider[]).find(
    (candidate) => url.pathname.endsWith(ENDPOINT_SUFFIXES[candidate]) && candidate !== provider,
  );
  const suffix = ENDPOINT_SUFFIXES[provider];
  if (other !== undefined) return `must end in ${suffix}, or the engine needs "provider": "${other}"`;
  return `must end in ${suffix}; did you mean ${url.origin}${rightPath(url.pathname, suffix)}?`;
}

/** `/`, `/v1`, `/v1/` and the whole path with a slash after it all mean the same. */
function rightPath(path: string, suffix: string): string {
  const bare = path.replace(/\/+$/, "");
  if (bare.endsWith(suffix)) return bare;
  const parent = suffix.slice(0, suffix.lastIndexOf("/"));
  const base = parent !== "" && bare.endsWith(parent) ? bare.slice(0, -parent.length) : bare;
  return `${base === "" ? "/v1" : base}${suffix}`;
}
