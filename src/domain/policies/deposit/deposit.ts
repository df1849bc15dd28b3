// Who may do what with a booking's deposit.
import { isFinal, type DepositState } from "../../money/deposit/deposit-states.ts";
import type { BookingParty } from "../booking.ts";
import { allow, isAllowed, type Statement } from "../policy.ts";

export const DEPOSIT_STEPS = ["provide_card", "report_clean", "hand_over", "cancel"] as const;
export type DepositStep = (typeof DEPOSIT_STEPS)[number];

export interface DepositPolicyFacts {
  state: DepositState;
  /** Whether the card was declined, also while an earlier hold still lasts. */
  needsCard: boolean;
  isPickedUp: boolean;
  /** Whether the host can still cancel, as any host of a booking. */
  isCancellable: boolean;
  isReturned: boolean;
  /** Whether this side has reported a clean return. */
  hasReported: boolean;
}

const HANDOVER_STATES: readonly DepositState[] = ["declined", "undecided"];

export const DEPOSIT_POLICY = {
  provide_card: allow(["renter"], {
    when: ({ state, needsCard }: DepositPolicyFacts) =>
      HANDOVER_STATES.includes(state) || (state === "held" && needsCard),
  }),
  report_clean: allow(["renter", "host"], {
    when: ({ state, isReturned, hasReported }: DepositPolicyFacts) =>
      isReturned && !hasReported && !isFinal(state) && state !== "releasing",
  }),
  hand_over: allow(["host"], {
    when: ({ state, isPickedUp }: DepositPolicyFacts) =>
      HANDOVER_STATES.includes(state) && !isPickedUp,
  }),
  // The renter has had the time to provide another card.
  cancel: allow(["host"], {
    when: ({ state, isPickedUp, isCancellable }: DepositPolicyFacts) =>
      state === "undecided" && !isPickedUp && isCancellable,
  }),
} satisfies Record<DepositStep, Statement<BookingParty, DepositPolicyFacts>>;

/** What a party may do with a deposit now. */
export const depositSteps = (party: BookingParty, facts: DepositPolicyFacts): DepositStep[] =>
  DEPOSIT_STEPS.filter((step) => isAllowed<DepositPolicyFacts>(DEPOSIT_POLICY[step], party, facts));
