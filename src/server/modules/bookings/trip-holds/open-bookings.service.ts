// What becomes of a suspended person's open bookings, and of trips on hold: an admin cancels, keeps
// or holds each of them.
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import type { BookingChoice, HoldReason } from "../../../../domain/booking/admin/trip-hold.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { OpenBooking } from "../../../../domain/booking/admin/open-booking.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type DataCtx, type User } from "../../../platform/context.ts";
import { presentAdminBooking } from "../admin/admin-bookings.service.ts";
import { findByIds, getDetails, lockBooking, type BookingRow } from "../bookings.repository.ts";
import { settleSoon } from "../settlement/booking-purchases.service.ts";
import { takeStep, type Actor } from "../transitions.ts";
import { presentOpenBooking } from "./open-bookings.presenter.ts";
import { findOpenIds, lockOpenBookings, releaseTripHold } from "./trip-holds.repository.ts";
import { holdTrip, notifyOfHold, publishTripHold } from "./trip-holds.service.ts";

/** A person's open bookings as renter and as host, by start date. */
export const listOpenBookings = async (ctx: DataCtx, personId: string): Promise<OpenBooking[]> =>
  presentAll(ctx, personId, await findOpenIds(ctx.db, personId));

const presentAll = async (
  ctx: DataCtx,
  personId: string,
  ids: readonly string[],
): Promise<OpenBooking[]> =>
  (await findByIds(ctx.db, ids)).flatMap(
    (row) => presentOpenBooking(row, personId, ctx.clock.now()) ?? [],
  );

export interface OpenBookingChoice extends Pick<OpenBooking, "id" | "state" | "version"> {
  choice: BookingChoice;
}

/**
 * Carries out the choices for a person who is being suspended, in the transaction of the
 * suspension, which has locked the account. The card provider is asked afterwards (settleSoon).
 * @returns the ids of the cancelled bookings
 * @throws DomainError forbidden if one of them is the admin's own; open_bookings_changed unless
 * there is one choice for each open booking as it is now; transition_refused while a card is being
 * charged
 */
export async function applyChoices(
  tx: Ctx,
  admin: User,
  personId: string,
  choices: readonly OpenBookingChoice[],
): Promise<string[]> {
  const rows = await lockOpenBookings(tx.db, personId);
  if (rows.some((row) => isParty(row, admin))) throw new DomainError("forbidden");
  const open = await presentAll(
    tx,
    personId,
    rows.map(({ id }) => id),
  );
  const chosen = new Map(choices.map((each) => [each.id, each]));
  const isCurrent =
    chosen.size === open.length &&
    choices.length === open.length &&
    open.every(
      ({ id, state, version }) =>
        chosen.get(id)?.state === state && chosen.get(id)?.version === version,
    );
  if (!isCurrent) throw new DomainError("open_bookings_changed", { bookings: open });
  const cancelled: string[] = [];
  for (const booking of open) {
    const row = rows.find(({ id }) => id === booking.id)!;
    const choice = chosen.get(booking.id)!.choice;
    const reason = `${booking.side}_suspended` as const;
    await carryOut(tx, { row, choice, reason }, { kind: "admin", id: admin.id });
    if (choice === "cancel") cancelled.push(booking.id);
  }
  return cancelled;
}

const isParty = ({ renter_id, host_id }: BookingRow, { id }: User): boolean =>
  id === renter_id || id === host_id;

async function carryOut(
  tx: Ctx,
  { row, choice, reason }: { row: BookingRow; choice: BookingChoice; reason: HoldReason },
  actor: Actor,
): Promise<void> {
  if (choice === "cancel") await cancel(tx, row, reason, actor);
  if (choice === "hold") await holdTrip(tx, row, reason, actor);
  if (choice === "keep" && !(await keep(tx, row, actor)))
    await notifyOfHold(tx, row.id, { event: "kept", reason, key: tx.clock.now().toISOString() });
}

/** Declines a request, or cancels an approved booking with a full refund. */
const cancel = (tx: Ctx, row: BookingRow, because: HoldReason, actor: Actor): Promise<BookingRow> =>
  takeStep(tx, row.status === "pending" ? "reject" : "cancel_by_admin", row, actor, { because });

/** @returns whether the trip was on hold */
async function keep(tx: Ctx, row: BookingRow, actor: Actor): Promise<boolean> {
  const hold = await releaseTripHold(tx.db, row.id, "kept", tx.clock.now());
  if (!hold) return false;
  await recordAudit(tx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action: "booking.keep",
    subjectType: "booking",
    subjectId: row.id,
    before: { because: hold.reason },
  });
  await publishTripHold(tx, row);
  await notifyOfHold(tx, row.id, { event: "released", reason: hold.reason, key: hold.id });
  return true;
}

/**
 * An admin's decision about a trip on hold.
 * @throws DomainError forbidden for the admin's own trip; not_found if it is not on hold;
 * transition_refused if it can't be cancelled
 */
export async function decideHeldTrip(
  ctx: Ctx,
  admin: User,
  bookingId: string,
  choice: "keep" | "cancel",
): Promise<AdminBooking> {
  const actor: Actor = { kind: "admin", id: admin.id };
  await inTransaction(ctx, async (tx) => {
    const row = await lockBooking(tx.db, bookingId);
    if (isParty(row, admin)) throw new DomainError("forbidden");
    const { hold_reason } = await getDetails(tx.db, bookingId);
    if (hold_reason === null) throw new DomainError("not_found", { what: "hold" });
    if (choice === "keep") await keep(tx, row, actor);
    else await cancel(tx, row, hold_reason, actor);
  });
  await settleSoon(ctx, bookingId);
  return presentAdminBooking(await getDetails(ctx.db, bookingId), ctx.clock.now());
}
