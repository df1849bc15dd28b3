// Hosts take cars out of service and put them back. An outage may contain bookings: their days join
// it if they are cancelled, so that nobody books a car at the mechanic.
import { randomUUID } from "node:crypto";
import {
  isBefore,
  mergeRanges,
  type BookedRange,
  type CalendarDate,
} from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { OutageReason } from "../../../../domain/calendar/host-calendar.ts";
import { inTransaction, type TransactionCtx, type User } from "../../../platform/context.ts";
import {
  auditClosing,
  lockForClosing,
  ownerFor,
  ownerForDays,
  toBookedRange,
  type Closing,
} from "../blocks.service.ts";
import { lockCar } from "../calendar.repository.ts";
import {
  deleteOutage,
  findOutage,
  insertOutage,
  placeOutages,
  shortenOutage,
  takeOutagesAt,
} from "./outages.repository.ts";

/**
 * Takes cars out of service, all or none. Overlapping outages are merged, with the first id, the
 * new reason and the newest note.
 * @returns the bookings on these days, which remain
 * @throws DomainError not_found, dates_booked unless skip_booked, and the codes of checkBlock
 */
export function takeOutOfService(
  ctx: TransactionCtx,
  user: User,
  { reason, ...closing }: Closing & { reason: OutageReason },
): Promise<{ booked: BookedRange[] }> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const { carIds, requested, booked } = await lockForClosing(tx, user, closing);
    for (const carId of carIds) {
      const old = await takeOutagesAt(tx.db, carId, requested);
      const [days = requested] = mergeRanges([requested, ...old]);
      const note = closing.note || old.find((each) => each.note !== null)?.note || null;
      const id = old[0]?.id ?? randomUUID();
      await insertOutage(tx.db, { ...days, id, car_id: carId, reason, note }, now);
      await placeOutages(tx.db, carId, now);
      await auditClosing(tx, user, "outage", carId, { before: old, after: [days] });
    }
    return { booked: booked.map(toBookedRange) };
  });
}

/**
 * Puts a car back in service from a day on; without `from`, as if it had never been out of it.
 * @throws DomainError forbidden, not_found
 */
export function putBackInService(
  ctx: TransactionCtx,
  user: User,
  outageId: string,
  from?: CalendarDate,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const found = await findOutage(tx.db, outageId);
    const owner = found ? await ownerForDays(tx, user, found.car_id) : ownerFor(user);
    if (!found || !(await lockCar(tx.db, found.car_id, owner)))
      throw new DomainError("not_found", { what: "outage" });
    const outage = await findOutage(tx.db, outageId); // read again under the lock
    if (!outage) throw new DomainError("not_found", { what: "outage" });
    const { car_id: carId, start, end } = outage;
    if (from === undefined || !isBefore(start, from)) await deleteOutage(tx.db, outageId);
    else if (isBefore(from, end)) await shortenOutage(tx.db, outage, from);
    await placeOutages(tx.db, carId, tx.clock.now());
    const after = await findOutage(tx.db, outageId);
    await auditClosing(tx, user, "outage_end", carId, {
      before: [outage],
      after: after ? [after] : [],
    });
    return { id: outageId };
  });
}
