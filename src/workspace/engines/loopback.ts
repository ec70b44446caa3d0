/**
 * Whether a model server is on this machine, judged by the spelling of its URL alone: a plan must freeze alike wherever it is frozen,
 * so no name is resolved (spec tables.md, "Loopback"). What cannot be parsed counts as loopback: one request at a time hurts nobody.
 */
export function isLoopbackEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return true;
  const host = new URL(endpoint).hostname.toLowerCase().replace(/\.$/, "");
  return host === "" || isLoopbackName(host) || isLoopbackAddress(host);
}

function isLoopbackName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** The URL parser has brought every spelling of an address to one: dotted decimal, or compressed hexadecimal in brackets. */
function isLoopbackAddress(host: string): boolean {
  return (
    host === "0.0.0.0" || host === "[::]" || host === "[::1]" || isLoopback4(host) || isMappedLoopback4(host)
  );
}

function isLoopback4(host: string): boolean {
  return /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** `::ffff:127.0.0.1` is parsed to `[::ffff:7f00:1]`: 127 is the first byte of the first group. */
function isMappedLoopback4(host: string): boolean {
  const group = /^\[::ffff:([0-9a-f]{1,4}):[0-9a-f]{1,4}\]$/.exec(host)?.[1];
  return group !== undefined && Number.parseInt(group, 16) >> 8 === 127;
}
