// The scale at the side of a chart.

const STEPS = 3;
const ROUND = [1, 2, 4, 5, 10];

/** Four round values from just above the greatest one down to 0: for 1020 they are 1200, 800, 400, 0. */
export function scaleFor(greatest: number): number[] {
  const wanted = Math.max(greatest, 1) / STEPS;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = (ROUND.find((each) => each * power >= wanted) ?? 10) * power;
  return Array.from({ length: STEPS + 1 }, (_, index) => (STEPS - index) * step);
}
