// How pages and emails write a deposit that is agreed with the booking.
import { formatUsd } from "../../text/format.ts";
import { AUTHORISE_HOURS, OTHER_CARD_HOURS, RELEASE_HOURS } from "./deposit.ts";

/**
 * "$150.00, held on your card from 24 hours before pickup". The host reads "the renter's card".
 */
export const describeDeposit = (cents: number, isRenter: boolean): string =>
  `${formatUsd(cents)}, held on ${isRenter ? "your" : "the renter's"} card from ${AUTHORISE_HOURS} hours before pickup`;

/** When it is released, as a sentence. */
export const DEPOSIT_RELEASE = `It's a hold, not a charge. We release it as soon as both sides report a clean return, otherwise ${RELEASE_HOURS} hours after the return. While a claim is open, it stays held. Money is taken from it only for a claim that is accepted or decided.`;

/** What happens if it can't be held, as two sentences. */
export const describeDeclinedDeposit = (isRenter: boolean): string =>
  `If ${isRenter ? "your" : "the renter's"} bank declines it, ${isRenter ? "you have" : "the renter has"} ${OTHER_CARD_HOURS} hours, at most until the pickup, to use another card. Without one, the host can hand over the car anyway, or cancel with a full refund.`;
