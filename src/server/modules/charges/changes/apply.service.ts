// Holds the days and extras of an open change, frees them when it ends, and writes it into the
// booking when it takes effect. Call each function with the booking locked.
import { randomUUID } from "node:crypto";
import { takenTime, toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { addDays } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { chooseAddOns } from "../../../../domain/listing/add-ons/add-ons.ts";
import type { Ctx, DataCtx } from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { applyChange } from "../../bookings/settlement/apply-change.service.ts";
import {
  getDetails,
  lockBooking,
  publishBookingChange,
  refundForChange,
  type BookingDetails,
} from "../../bookings/bookings.service.ts";
import { moveBooking, readBookedTime } from "../../calendar/calendar.service.ts";
import {
  bookExtras,
  getBookableListing,
  keepExtras,
  type BookableListing,
} from "../../listings/listings.service.ts";
import { issueChangeInvoices } from "../../vat/vat-documents.service.ts";
import { updateChange, type ChangeRow } from "./changes.repository.ts";
import { agreedHostCents, type ChangePlan } from "./change-plan.ts";

/**
 * Holds what a change adds.
 * @throws DomainError dates_taken, extra_out_of_stock, which abort the transaction
 */
export async function holdChange(
  tx: DataCtx,
  bookingId: string,
  plan: ChangePlan,
  offered: BookableListing["offered"],
  carId: string,
): Promise<void> {
  const own = await readBookedTime(tx, bookingId);
  if (!own) throw new DomainError("change_not_possible", { status: "cancelled" });
  const time = takenTime(toRentalPeriod(plan.to), own.turnaroundHours);
  await moveBooking(tx, bookingId, {
    from: time.from < own.from ? time.from : own.from,
    until: time.until > own.until ? time.until : own.until,
  });
  const from = toRentalPeriod(plan.from);
  const to = toRentalPeriod(plan.to);
  const has = new Set(plan.from.extras.map(({ extra_id }) => extra_id));
  const choose = (extras: ChangePlan["to"]["extras"]) =>
    chooseAddOns(offered, { meetingPlaceId: null, extras }).addOns.extras;
  const parts = [
    { days: to, extras: choose(plan.to.extras.filter(({ extra_id }) => !has.has(extra_id))) },
    { days: { start: addDays(from.end, 1), end: to.end }, extras: choose(plan.from.extras) },
    { days: { start: to.start, end: addDays(from.start, -1) }, extras: choose(plan.from.extras) },
  ];
  for (const { days, extras } of parts) {
    if (days.start > days.end || extras.length === 0) continue;
    requireStock(await bookExtras(tx, { carId, bookingId, days }, extras));
  }
}

/** Frees what a change held, unless the booking has ended and freed everything. */
export async function releaseChange(tx: DataCtx, change: ChangeRow): Promise<void> {
  const own = await readBookedTime(tx, change.booking_id);
  if (!own) return;
  await keepOnly(tx, change.booking_id, change.terms.from, own.turnaroundHours);
}

async function keepOnly(
  tx: DataCtx,
  bookingId: string,
  terms: ChangePlan["from"],
  turnaroundHours: number,
): Promise<void> {
  const period = toRentalPeriod(terms);
  await keepExtras(
    tx,
    bookingId,
    period,
    terms.extras.map(({ extra_id }) => extra_id),
  );
  await moveBooking(tx, bookingId, takenTime(period, turnaroundHours));
}

/**
 * Takes the car and the extras for the days after a storm, which no request has held.
 * @throws DomainError car_not_available, dates_taken, extra_out_of_stock, which abort the
 * transaction
 */
async function takeDaysAfterStorm(
  tx: DataCtx,
  { id: bookingId, car_id: carId }: Pick<BookingDetails, "id" | "car_id">,
  { from, to }: ChangePlan,
  turnaroundHours: number,
): Promise<void> {
  const { offered } = await getBookableListing(tx, carId, {
    forUpdate: true,
    days: { start: from.start_date, end: from.end_date },
  });
  await moveBooking(tx, bookingId, takenTime(toRentalPeriod(to), turnaroundHours));
  const { addOns } = chooseAddOns(offered, { meetingPlaceId: null, extras: from.extras });
  // Days that the trip already has keep their items.
  const start = from.end_date < to.start_date ? to.start_date : addDays(from.end_date, 1);
  if (addOns.extras.length === 0 || start > to.end_date) return;
  const days = { start, end: to.end_date };
  requireStock(await bookExtras(tx, { carId, bookingId, days }, addOns.extras));
}

/** @throws DomainError extra_out_of_stock */
function requireStock(shortages: Awaited<ReturnType<typeof bookExtras>>): void {
  if (shortages.length > 0)
    throw new DomainError("extra_out_of_stock", {
      extras: shortages.map(({ extra: { extra_id, name }, left }) => ({ extra_id, name, left })),
    });
}

/**
 * Applies a change: its booking gets the new terms, and the refund is decided. What it costs has
 * been paid in this transaction.
 */
export async function makeChange(tx: Ctx, change: ChangeRow): Promise<void> {
  const before = await lockBooking(tx.db, change.booking_id);
  const { terms: plan } = change;
  const own = await readBookedTime(tx, before.id);
  if (!own) throw new DomainError("change_not_possible", { status: before.status });
  if (plan.isStormMove) await takeDaysAfterStorm(tx, before, plan, own.turnaroundHours);
  const { from, to } = plan;
  const has = new Set(from.extras.map(({ extra_id }) => extra_id));
  const movesPlace = from.meeting_place_id !== to.meeting_place_id;
  const after = await applyChange(tx, before, {
    id: change.id,
    period: {
      start_date: to.start_date,
      end_date: to.end_date,
      pickup_time: to.pickup_time,
      return_time: to.return_time,
    },
    days: to.days,
    dayPricesCents: plan.dayPricesCents,
    added: plan.added,
    addedExtras: to.extras.filter(({ extra_id }) => !has.has(extra_id)),
    place: movesPlace
      ? {
          meeting_place_id: to.meeting_place_id,
          meeting_place_name: to.meeting_place_name,
          meeting_place_latitude: plan.place?.latitude ?? null,
          meeting_place_longitude: plan.place?.longitude ?? null,
        }
      : null,
  });
  await keepOnly(tx, before.id, to, own.turnaroundHours);
  // Credit notes follow the invoices that they reduce.
  if (change.amount_due_cents > 0) await issueChangeInvoices(tx, change.id);
  const agreedCents = change.agreed_refund_cents ?? 0;
  const { refund } = plan;
  const cents = refund.cents + agreedCents;
  if (cents > 0)
    await refundForChange(tx, after, {
      id: randomUUID(),
      changeId: change.id,
      actorKind: change.requested_by,
      actorId: change.requested_by === "renter" ? before.renter_id : before.host_id,
      days: plan.returnedDays > 0 ? plan.returnedDays : null,
      back: { cents, hostCents: refund.hostCents + agreedHostCents(plan, agreedCents) },
    });
  const now = tx.clock.now().toISOString();
  await updateChange(tx.db, change.id, { state: "accepted", closed_at: now });
  await recordAudit(tx, {
    actorKind: "system",
    actorId: null,
    action: "booking_change.apply",
    subjectType: "booking",
    subjectId: before.id,
    before: { ...from },
    after: { ...to, change: change.id, refund_cents: cents },
  });
  await publishBookingChange(tx, await getDetails(tx.db, before.id));
}
