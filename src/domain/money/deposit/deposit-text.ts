// How pages and emails write a deposit that is agreed with the booking.
import { formatUsd } from "../../text/format.ts";
import { AUTHORISE_HOURS, RELEASE_HOURS } from "./deposit.ts";

/**
 * "$150.00, held on your card from 24 hours before pickup". The host reads "the renter's card".
 */
export const describeDeposit = (cents: number, isRenter: boolean): string =>
  `${formatUsd(cents)}, held on ${isRenter ? "your" : "the renter's"} card from ${AUTHORISE_HOURS} hours before pickup`;

/** When it is released, as a sentence. */
export const DEPOSIT_RELEASE = `It's a hold, not a charge. We release it as soon as both sides report a clean return, otherwise ${RELEASE_HOURS} hours after the return. Money is taken from it only for a claim that is accepted or decided.`;
