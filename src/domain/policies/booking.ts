// Who may do what with a booking. The steps of a booking, with their actors and conditions, come
// from the transition table.
import {
  canTransition,
  isBookingCharged,
  TRANSITIONS,
  type BookingFacts,
  type Transition,
  type TransitionName,
} from "../booking/booking.ts";
import { mayChangeDrivers } from "../booking/drivers/drivers.ts";
import type { ReviewState } from "../review/review.ts";
import { mostPartialRefund, type ChargedMoney } from "../money/refund.ts";
import { allow, isAdmin, isAllowed, refusal, type Reader, type Statement } from "./policy.ts";

const PARTIES = ["renter", "host", "admin"] as const;
export type BookingParty = (typeof PARTIES)[number];

export const BOOKING_ACTIONS = [
  "read",
  "message",
  "review",
  "read_renter_reviews",
  "read_receipt",
  "read_offers",
  "export",
  "verify_payment",
  "approve",
  "reject",
  "withdraw",
  "cancel",
  "refund",
  "notify",
  "invite_driver",
  "remove_driver",
] as const;
export type BookingAction = (typeof BOOKING_ACTIONS)[number];

/** What decides whether a party may act now. */
export interface BookingOccasion {
  booking: BookingFacts;
  actorKind: BookingParty;
  now: Date;
  money: ChargedMoney;
  /** The state of the party's review of the other side. */
  review: ReviewState;
}

/** The steps of the transition table that people take on an existing booking. */
const STEPS = {
  approve: ["request_approval"],
  reject: ["reject"],
  withdraw: ["withdraw_request"],
  cancel: ["cancel_by_renter", "cancel_by_host", "cancel_by_admin"],
  refund: ["refund_in_part"],
} as const satisfies Partial<Record<BookingAction, readonly TransitionName[]>>;
type StepAction = keyof typeof STEPS;

/** The step that a party takes with an action. */
function findStep(action: StepAction, party: BookingParty): TransitionName | undefined {
  return STEPS[action].find((name) => {
    const { who }: Transition = TRANSITIONS[name];
    return who.includes(party);
  });
}

const allowStep = (
  action: StepAction,
  isUseful: (occasion: BookingOccasion) => boolean = () => true,
): Statement<BookingParty, BookingOccasion> =>
  allow(
    PARTIES.filter((party) => findStep(action, party)),
    {
      when: (occasion) =>
        STEPS[action].some((step) => canTransition(step, occasion).ok) && isUseful(occasion),
    },
  );

const areDriversOpen = ({ booking, now }: BookingOccasion): boolean =>
  mayChangeDrivers(booking, now);

export const BOOKING_POLICY = {
  read: allow(["renter", "host", "admin"]),
  // helper: a person whom the host has given the right to write messages about the car.
  message: allow<BookingParty | "helper">(["renter", "host", "helper"], { others: "not_found" }),
  review: allow(["renter", "host"], {
    when: ({ review }: BookingOccasion) => review === "open",
    others: "not_found",
  }),
  read_renter_reviews: allow(["host", "admin"], { others: "not_found" }),
  read_receipt: allow(["renter", "admin"], {
    when: ({ booking }: Pick<BookingOccasion, "booking">) =>
      isBookingCharged(booking.paymentStatus),
  }),
  // They are for the renter's verification, which does not concern the host.
  read_offers: allow(["renter", "admin"], {
    when: ({ booking }: Pick<BookingOccasion, "booking">) =>
      booking.status === "cancelled" && isBookingCharged(booking.paymentStatus),
  }),
  // The file of a cancelled booking withdraws the event.
  export: allow(["renter", "host", "admin"], {
    when: ({ booking }: Pick<BookingOccasion, "booking">) =>
      booking.status === "approved" ||
      (booking.status === "cancelled" && isBookingCharged(booking.paymentStatus)),
  }),
  verify_payment: allow(["renter"], { others: "not_found" }),
  approve: allowStep("approve", ({ booking }) => !booking.isOnHold),
  reject: allowStep("reject"),
  withdraw: allowStep("withdraw"),
  cancel: allowStep("cancel"),
  refund: allowStep(
    "refund",
    ({ money, booking }) => mostPartialRefund(money, booking.status === "completed") > 0,
  ),
  // The renter is notified of a decision, so there has to be one.
  notify: allow(["host", "admin"], {
    when: ({ booking }: Pick<BookingOccasion, "booking">) =>
      booking.status === "approved" || booking.status === "rejected",
  }),
  invite_driver: allow(["renter"], { when: areDriversOpen }),
  remove_driver: allow(["renter"], { when: areDriversOpen }),
} satisfies Record<BookingAction, Statement<BookingParty | "helper", BookingOccasion>>;

/** What a reader is to a booking; nothing for a stranger. */
export function partiesToBooking(
  { renter_id, host_id }: { renter_id: string; host_id: string },
  reader: Reader,
): BookingParty[] {
  const is: Record<BookingParty, boolean> = {
    renter: renter_id === reader.id,
    host: host_id === reader.id,
    admin: isAdmin(reader),
  };
  return PARTIES.filter((party) => is[party]);
}

/** What a party may do with a booking now. */
export const allowedOnBooking = (occasion: BookingOccasion): BookingAction[] =>
  BOOKING_ACTIONS.filter((action) =>
    isAllowed(BOOKING_POLICY[action], occasion.actorKind, occasion),
  );

/**
 * Chooses the step of an action, and the party that takes it: an admin who is also the renter or
 * the host acts as an admin where that side may not.
 * @throws DomainError not_found, forbidden
 */
export function chooseStep(
  action: StepAction,
  parties: readonly BookingParty[],
  { booking, now }: { booking: BookingFacts; now: Date },
): { party: BookingParty; step: TransitionName } {
  const possible = parties.flatMap((party) => {
    const step = findStep(action, party);
    return step ? [{ party, step }] : [];
  });
  const chosen =
    possible.find(
      ({ party, step }) => canTransition(step, { booking, actorKind: party, now }).ok,
    ) ?? possible[0];
  if (!chosen) throw refusal(BOOKING_POLICY[action], parties, "booking");
  return chosen;
}
