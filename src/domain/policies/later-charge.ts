// Who may do what with a charge after the booking.
import {
  LATER_CHARGE_STEPS,
  nextSteps,
  type LaterChargeState,
  type LaterChargeStep,
} from "../money/later/later-charge.ts";
import type { BookingParty } from "./booking.ts";
import { allow, isAllowed, type Statement } from "./policy.ts";

interface Facts {
  state: LaterChargeState;
  origin: string;
}
const when =
  (step: LaterChargeStep) =>
  ({ state }: Facts): boolean =>
    nextSteps(state).includes(step);

export const LATER_CHARGE_POLICY = {
  read: allow(["renter", "host", "admin"], { others: "not_found" }),
  pay: allow(["renter"], { when: when("pay") }),
  // A case was decided before it is charged.
  contest: allow(["renter"], {
    when: (facts: Facts) => facts.origin !== "case" && when("contest")(facts),
  }),
  waive: allow(["host"], { when: when("waive") }),
  // An admin states a reason (admin.move_money).
  waive_for_reason: allow(["admin"], { when: when("waive_for_reason") }),
  refund: allow(["admin"], { when: when("refund") }),
} satisfies Record<string, Statement<BookingParty, Facts>>;

/** What a party may do with a charge now. */
export const laterChargeSteps = (party: BookingParty, facts: Facts): LaterChargeStep[] =>
  LATER_CHARGE_STEPS.filter((step) => isAllowed<Facts>(LATER_CHARGE_POLICY[step], party, facts));
