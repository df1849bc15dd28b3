// Whether a floating calendar has room for two months side by side.

/** The width of two months and the gap to the edge of the screen, in rem. */
const TWO_MONTHS = 44;
const GAP = 1;

/** The edge of the field that the calendar aligns with; null if two months don't fit. */
export type CalendarRoom = "left" | "right" | null;

export function roomForTwoMonths(field: Element | null | undefined): CalendarRoom {
  if (!field || !matchMedia("(min-width: 48rem)").matches) return null;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { left, right } = field.getBoundingClientRect();
  if (left + TWO_MONTHS * rem <= document.documentElement.clientWidth - GAP * rem) return "left";
  return right - TWO_MONTHS * rem >= GAP * rem ? "right" : null;
}
