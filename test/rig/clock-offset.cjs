// Preloaded into akm: its wall clock, and nothing else, is off by AKM_TEST_CLOCK_OFFSET_MS.
const RealDate = Date;
const offsetMs = Number(process.env.AKM_TEST_CLOCK_OFFSET_MS);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offsetMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offsetMs;
  }
};
