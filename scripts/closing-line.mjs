/**
 * Names what failed, then ends with the one line that machines read: `N passed, N failed[, N skipped]`.
 * @param {{name: string, passed: boolean, skipped?: boolean}[]} results
 * @returns {number} the exit status they call for
 */
export function printClosingLine(results) {
  const skipped = results.filter((result) => result.skipped);
  const failed = results.filter((result) => !result.skipped && !result.passed);
  const passed = results.length - failed.length - skipped.length;
  const lines = failed.map(({ name }) => `FAILED ${name}`);
  const closing = `${passed} passed, ${failed.length} failed`;
  lines.push(skipped.length === 0 ? closing : `${closing}, ${skipped.length} skipped`);
  process.stdout.write(`\n${lines.join("\n")}\n`);
  return failed.length === 0 ? 0 : 1;
}
