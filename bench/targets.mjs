// What we promise ourselves, with durability on as it ships. A ratio is of medians from one run.

/** @returns {{name: string, target: string, reached: string, met: boolean}[]} */
export function judge(name, result) {
  return TARGETS[name]?.(result) ?? [];
}

const TARGETS = {
  "fan-out": (results) => results.flatMap(judgeFanOut),
  ask: ({ ms }) => [
    atMost(
      "width 1: a question by akm - one by a bare fetch",
      ms.akm.median - ms["bare fetch"].median,
      3,
      " ms",
    ),
  ],
  resume: ({ count, ms }) => [
    atMost(`resume with ${count - 1} of ${count} units finished`, ms.median / 1000, 1, " s"),
  ],
  "cold-start": ({ ms }) => [
    atMost("akm --version / node -e 0", ms["akm --version"].median / ms["node -e 0"].median, 1.3, " ×"),
    atMost(
      "akm workflow status / node -e 0",
      ms["akm workflow status"].median / ms["node -e 0"].median,
      1.8,
      " ×",
    ),
  ],
  scale: ({ small, large }) => [
    atMost(
      `time a unit, ${large.count} units / ${small.count} units`,
      large.perUnitMs.median / small.perUnitMs.median,
      1.2,
      " ×",
    ),
    atMost(`peak memory at ${large.count} units`, (large.peakMiB.high * 2 ** 20) / 1e6, 130, " MB"),
  ],
};

function judgeFanOut({ width, ms }) {
  const akm = ms.akm.median;
  const wall = atMost(`width ${width}: akm / bare Node loop`, akm / ms["bare Node loop"].median, 1.5, " ×");
  if (width !== 1) return [wall];
  const faster = ms["parallel --joblog"].median / akm;
  return [
    wall,
    {
      name: "width 1: throughput of akm / parallel --joblog",
      target: "≥ 2.00 ×",
      reached: `${faster.toFixed(2)} ×`,
      met: faster >= 2,
    },
  ];
}

function atMost(name, reached, bound, unit) {
  return {
    name,
    target: `≤ ${bound.toFixed(2)}${unit}`,
    reached: `${reached.toFixed(2)}${unit}`,
    met: reached <= bound,
  };
}
