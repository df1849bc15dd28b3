// What hosts pay for cancelling, in a sentence, for terms and the FAQ.
import { formatUsdShort } from "../../text/format.ts";
import {
  FREE_CANCELLATION_DAYS,
  HOST_FEE_STEPS,
  MAX_HOST_FEE_CENTS,
  MIN_HOST_FEE_CENTS,
} from "./host-cancellation.ts";

const [LAST_DAY, TWO_DAYS, WEEK] = HOST_FEE_STEPS;

/** "10% of the rental from 7 days before the pickup, 25% from 48 hours before ..." */
const SHARES = `${WEEK.basisPoints / 100}% of the rental from ${WEEK.hours / 24} days before the pickup, ${TWO_DAYS.basisPoints / 100}% from ${TWO_DAYS.hours} hours before, and ${LAST_DAY.basisPoints / 100}% from ${LAST_DAY.hours} hours before`;

const BOUNDS = `at least ${formatUsdShort(MIN_HOST_FEE_CENTS)} and at most ${formatUsdShort(MAX_HOST_FEE_CENTS)}`;

/** The rule, after "The host pays" or "you pay". */
export const HOST_FEE_RULE = `${SHARES}; ${BOUNDS}. The first cancellation in ${FREE_CANCELLATION_DAYS} days is free. A cancellation more than ${WEEK.hours / 24} days ahead counts as the first, too. There is no fee in a storm, if the renter's card can't hold the deposit, or if the renter's bank disputes the payment.`;
