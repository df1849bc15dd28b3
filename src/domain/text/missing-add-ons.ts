// The sentence about a place and extras that a host no longer offers.
import { formatList } from "./format.ts";

export const CHECK_TOTAL = "Please check the new total and book again.";

/** "The host no longer offers Booster seat. Please check the new total and book again." */
export const describeMissing = (names: readonly string[]): string =>
  `The host no longer offers ${formatList(names)}. ${CHECK_TOTAL}`;
