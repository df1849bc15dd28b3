// The scale at the side of a chart.

const STEPS = 3;
const ROUND = [1, 2, 4, 5, 10];

/** Four round values from just above the greatest one down to 0: for 1020 they are 1200, 800,
 *  400, 0. For a negative minimum the scale continues in the same steps, no further than needed
 *  at either end. */
export function scaleFor(greatest: number, least = 0): number[] {
  const smallest = Math.max(greatest, -least, 1) / STEPS;
  const power = 10 ** Math.floor(Math.log10(smallest));
  const step = (ROUND.find((each) => each * power >= smallest) ?? 10) * power;
  const top = least < 0 ? Math.ceil(Math.max(greatest, 0) / step) : STEPS;
  const bottom = Math.floor(Math.min(least, 0) / step);
  return Array.from({ length: top - bottom + 1 }, (_, index) => (top - index) * step);
}
