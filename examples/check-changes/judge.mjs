// Prints {"verdict", "checked", "flagged"} from what the `check` step found.
const checks = JSON.parse(process.env.AKM_INPUTS)["steps.check.output"];
const flagged = checks.filter(({ problems }) => problems.length > 0);
process.stdout.write(JSON.stringify({ verdict: verdict(), checked: checks.length, flagged }));

function verdict() {
  if (checks.length === 0) return "unchanged";
  return flagged.length > 0 ? "flagged" : "clean";
}
