// Tells the admins, in the bell and by email, that a host cancelled shortly before pickup: the
// renter may be at the airport. What admins cancel themselves is not reported.
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { HOST_CAUSE_LABELS } from "../../../../domain/booking/host-cancellation/cause-text.ts";
import { isLateCancellation } from "../../../../domain/booking/booking-deadlines.ts";
import { formatPhone, formatUsd } from "../../../../domain/text/format.ts";
import { adminRolesFor } from "../../../../domain/policies/admin.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { findAdminIds } from "../../accounts/accounts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { getDetails, type BookingRow } from "../bookings.repository.ts";
import {
  formatContact,
  nameTrip,
  PATHS,
  toBooking,
  toMailFacts,
  withToday,
} from "./booking-mail.ts";

/** Call it in the transaction of the cancellation. Does nothing if there is time. */
export async function reportLateCancellation(ctx: NotifyCtx, row: BookingRow): Promise<void> {
  if (!isLateCancellation(toRentalPeriod(row), ctx.clock.now())) return;
  const booking = withToday(ctx, await getDetails(ctx.db, row.id));
  const about = nameTrip(booking);
  const phone = booking.renter_phone;
  const cause = booking.host_cancellation?.reason;
  const creditCents = booking.host_cancellation?.fee_cents ?? 0;
  for (const to of await findAdminIds(ctx.db, adminRolesFor("decide_bookings")))
    await notify(ctx, {
      to,
      kind: "booking",
      key: `booking:${row.id}:late_cancellation`,
      about,
      path: PATHS.admin(row.id),
      always: true,
      mail: {
        subject: `Host cancelled shortly before pickup: ${about}`,
        preview: "The renter may need another car now.",
        heading: "A host cancelled shortly before pickup",
        paragraphs: [
          `The renter gets a full refund${creditCents > 0 ? `, ${formatUsd(creditCents)} of credit from the host` : ""} and a link to other cars. ${phone ? `Call them on ${formatPhone(phone)} to help.` : "Please help them find another car."}`,
          ...(booking.storm_id === null
            ? []
            : [
                "A storm affected the trip: the host pays no fee, and we offered the renter no cars.",
              ]),
          ...(cause ? [`The host's reason: ${HOST_CAUSE_LABELS[cause]}.`] : []),
          `Renter: ${formatContact(booking, "renter")}`,
          `Host: ${formatContact(booking, "host")}`,
        ],
        facts: toMailFacts(booking),
        action: toBooking(booking, ctx.publicUrl(), "admin"),
      },
    });
}
