export function emptyNotice(path: string): string {
  return `The state database ${path} was an empty file and is taken as new: runs recorded before are not in it.`;
}

export function networkNotice(path: string, network: string): string {
  return `The state database ${path} is on a network file system (${network}): it is kept without a write-ahead log, which is slower.`;
}
