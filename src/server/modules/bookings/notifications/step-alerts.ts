// Which steps of a booking also alert renter or host on the phone (product.md, Alerts).
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import { isUrgentAlert, type AlertKind } from "../../../../domain/message/alert.ts";
import type { AlertInput } from "../../notifications/alerts/alerts.service.ts";
import { sayOffers } from "../decisions/other-cars.ts";
import { nameTrip, type MailedBooking, type RefundContext } from "./booking-mail.ts";

type Party = "renter" | "host";
type Alerted = Pick<AlertInput, "kind" | "title">;

/** What the person did not do themselves, and should know at once. */
const ALERTS: Record<Party, Partial<Record<TransitionName, AlertKind>>> = {
  host: {
    authorise_for_request: "request",
    cancel_by_renter: "cancellation",
    cancel_by_admin: "cancellation",
    cancel_for_dispute: "cancellation",
  },
  renter: {
    reject: "request",
    lapse: "request",
    capture_refused: "request",
    cancel_by_host: "cancellation",
    cancel_by_admin: "cancellation",
    cancel_for_dispute: "cancellation",
  },
};

function chooseAlert(
  step: TransitionName,
  party: Party,
  { start_date, today }: MailedBooking,
  { by }: RefundContext,
): Alerted | undefined {
  const kind = ALERTS[party][step];
  if (kind) return { kind };
  if (step !== "capture_succeeded") return undefined;
  // Nobody else approves an instant booking, and a renter knows what they have just paid for.
  const isApproval = by.kind === "host" || by.kind === "admin";
  if (party === "renter") return isApproval ? { kind: "request" } : undefined;
  return by.kind !== "host" && start_date <= today
    ? { kind: "today", title: "Your car is booked for today" }
    : undefined;
}

/** undefined if the step does not alert this side. */
export function stepAlert(
  step: TransitionName,
  party: Party,
  booking: MailedBooking,
  given: RefundContext,
): AlertInput | undefined {
  const alert = chooseAlert(step, party, booking, given);
  const offers = party === "renter" ? sayOffers(given) : undefined;
  return (
    alert && {
      ...alert,
      body: [nameTrip(booking), ...(offers ? [offers] : [])].join(". "),
      isUrgent: isUrgentAlert(alert.kind, toRentalPeriod(booking), given.now),
      booking: { id: booking.id, status: booking.status },
    }
  );
}
