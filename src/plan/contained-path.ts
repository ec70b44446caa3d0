/**
 * Whether a path stays inside whatever base it is resolved against, by spelling alone: relative, no drive letter,
 * no `~`, no `..` segment. The dispatcher checks again with symlinks resolved.
 */
export const CONTAINED_PATH = {
  inWords: 'a relative path without "..", "~" or a drive letter',
  test: (path: string): boolean =>
    !/^(?:[/\\~]|[A-Za-z]:)/.test(path) && !path.includes("\0") && !path.split(/[/\\]/).includes(".."),
};
