// Hosts' actions on the days of their cars: view, block and unblock them. Admins may do so for any
// host, and helpers for the cars whose calendar they manage.
import type { Block, HostCar } from "../../../contract/host/calendar.ts";
import {
  isBefore,
  mergeRanges,
  subtractRange,
  todayInNassau,
  type BookedRange,
  type DateRange,
  type CalendarDate,
  toWireRange,
} from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { checkBlock, checkShownDays } from "../../../domain/calendar/host-calendar.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { hasRight } from "../helpers/rights.service.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import { ownerScope } from "../../../domain/policies/admin.ts";
import { isAdmin } from "../../../domain/policies/policy.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import {
  deleteBlocks,
  deletePlacedAt,
  findBlock,
  findBlocksAt,
  findBooked,
  findFleet,
  insertBlock,
  type BookedDaysRow,
} from "./blocks.repository.ts";
import { readDatemultirange } from "../../platform/database/date-ranges.ts";
import { presentBlock, presentCars } from "./calendar.presenter.ts";
import { lockCar } from "./calendar.repository.ts";
import { placeOutages } from "./outages/outages.repository.ts";

/**
 * The host who must own the car, or undefined if any car is allowed.
 * @throws DomainError forbidden unless the person is a host or an admin
 */
export function ownerFor(user: User): string | undefined {
  requireHost(user);
  return ownerScope(user);
}

/**
 * Like ownerFor, for the days of one car: a helper may manage those of somebody else's.
 * @throws DomainError forbidden
 */
export const ownerForDays = async (
  { db }: DbCtx,
  user: User,
  carId: string,
): Promise<string | undefined> =>
  (await hasRight(db, user.id, carId, "calendar")) ? undefined : ownerFor(user);

/** @throws DomainError not_found, also for another host's car */
export async function lockOwnCar(ctx: DbCtx, user: User, carId: string): Promise<void> {
  if (!(await lockCar(ctx.db, carId, ownerFor(user))))
    throw new DomainError("not_found", { what: "car" });
}

/** Days of cars that are to be blocked, or on which the cars are out of service. */
export interface Closing {
  car_ids: readonly string[];
  start_date: string;
  end_date: string;
  note?: string | null | undefined;
  /** Whether to leave days with a booking out, instead of refusing. */
  skip_booked?: boolean;
}

/**
 * Locks the cars, always in the same order, so that two such requests can't block each other.
 * @returns the cars, the days, and the bookings on them
 * @throws DomainError not_found, dates_booked unless skip_booked, and the codes of checkBlock
 */
export async function lockForClosing(
  ctx: DataCtx,
  user: User,
  { car_ids, start_date: start, end_date: end, skip_booked = false }: Closing,
): Promise<{ carIds: string[]; requested: DateRange; booked: BookedDaysRow[] }> {
  const carIds = [...new Set(car_ids)].toSorted();
  for (const carId of carIds)
    if (!(await lockCar(ctx.db, carId, await ownerForDays(ctx, user, carId))))
      throw new DomainError("not_found", { what: "car" });
  const requested = checkBlock({ start, end, today: todayInNassau(ctx.clock.now()) });
  const booked = await findBooked(ctx.db, carIds, requested);
  if (booked.length > 0 && !skip_booked)
    throw new DomainError("dates_booked", { ranges: booked.map(toBookedRange) });
  return { carIds, requested, booked };
}

/**
 * Blocks days of cars, all or none, replacing imported ones and those of outages. Blocks that
 * overlap or touch are merged, with the first id and the newest note.
 * @throws DomainError like lockForClosing
 */
export function blockDays(
  ctx: TransactionCtx,
  user: User,
  closing: Closing,
): Promise<{ blocks: Block[]; booked: BookedRange[] }> {
  return inTransaction(ctx, async (tx) => {
    const { carIds, requested, booked } = await lockForClosing(tx, user, closing);
    const blocks: Block[] = [];
    for (const carId of carIds) {
      const free = booked
        .filter((range) => range.car_id === carId)
        .flatMap(({ touched }) => readDatemultirange(touched))
        .reduce((left, days) => subtractRange(left, days), [requested]);
      for (const days of free)
        blocks.push(await blockFreeDays(tx, user, carId, { ...days, note: closing.note || null }));
    }
    return { blocks, booked: booked.map(toBookedRange) };
  });
}

export const toBookedRange = ({ touched: _touched, ...range }: BookedDaysRow): BookedRange => range;

/** Blocks days of a locked car that no booking occupies. */
async function blockFreeDays(
  ctx: DataCtx,
  user: User,
  carId: string,
  { note, ...requested }: DateRange & { note: string | null },
): Promise<Block> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const old = await findBlocksAt(db, carId, requested);
  const [days = requested] = mergeRanges([requested, ...old]);
  await deletePlacedAt(db, carId, requested);
  await deleteBlocks(db, old);
  const kept = note ?? old.find((each) => each.note !== null)?.note ?? null;
  const block = await insertBlock(db, carId, { ...days, note: kept, id: old[0]?.id }, now);
  await placeOutages(db, carId, now);
  await auditClosing(ctx, user, "block", carId, { before: old, after: [block] });
  return presentBlock(carId, block);
}

/**
 * Frees a block's days between `from` and `to` (by default all), except those that an outage or
 * an imported calendar occupies. The remaining days keep the note, and the first part keeps the id.
 * @throws DomainError not_found, dates_reversed
 */
export async function unblockDays(
  ctx: TransactionCtx,
  user: User,
  blockId: string,
  { from, to }: { from?: CalendarDate | undefined; to?: CalendarDate | undefined } = {},
): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const found = await findBlock(tx.db, blockId);
    if (!found || !(await lockCar(tx.db, found.carId, await ownerForDays(tx, user, found.carId))))
      throw new DomainError("not_found", { what: "block" });
    const block = await findBlock(tx.db, blockId); // read again under the lock
    if (!block) throw new DomainError("not_found", { what: "block" });
    const freed = { start: from ?? block.start, end: to ?? block.end };
    if (!isBefore(freed.start, freed.end)) throw new DomainError("dates_reversed");
    const left = subtractRange([block], freed);
    await deleteBlocks(tx.db, [block]);
    for (const [index, days] of left.entries())
      await insertBlock(
        tx.db,
        block.carId,
        {
          ...days,
          note: block.note,
          id: index === 0 ? block.id : undefined,
        },
        tx.clock.now(),
      );
    await placeOutages(tx.db, block.carId, tx.clock.now());
    await auditClosing(tx, user, "unblock", block.carId, { before: [block], after: left });
    return { id: blockId };
  });
}

const toActor = (user: User) =>
  ({ actorKind: isAdmin(user) ? "admin" : "host", actorId: user.id }) as const;

/**
 * Audits a change to a car's calendar links. Addresses are left out, since anyone who has one can
 * read the days.
 */
export const auditLink = (
  ctx: DataCtx,
  user: User,
  what: "link_renew" | "feed_add" | "feed_remove",
  carId: string,
  feedId?: string,
): Promise<void> =>
  recordAudit(ctx, {
    ...toActor(user),
    action: `calendar.${what}`,
    subjectType: "listing",
    subjectId: carId,
    after: feedId === undefined ? null : { feed_id: feedId },
  });

/** Audits a change of a car's blocks or outages. Notes are left out, since the audit log stores no
 *  text written by people. */
export async function auditClosing(
  ctx: DataCtx,
  user: User,
  what: "block" | "unblock" | "outage" | "outage_end",
  carId: string,
  { before, after }: { before: readonly DateRange[]; after: readonly DateRange[] },
): Promise<void> {
  const kind = what === "block" || what === "unblock" ? "blocks" : "outages";
  const isHelper = await hasRight(ctx.db, user.id, carId, "calendar");
  await recordAudit(ctx, {
    ...toActor(user),
    ...(isHelper && !isAdmin(user) && { actorKind: "helper" }),
    action: `calendar.${what}`,
    subjectType: "listing",
    subjectId: carId,
    before: { [kind]: before.map(toWireRange) },
    after: { [kind]: after.map(toWireRange) },
  });
}

/**
 * The calendar of a host's fleet, or of one car.
 * @throws DomainError forbidden, not_found, dates_reversed, calendar_window_too_long
 */
export async function readHostCalendar(
  ctx: DataCtx,
  user: User,
  {
    from,
    to,
    car_id: carId,
  }: { from: CalendarDate; to: CalendarDate; car_id?: string | undefined },
): Promise<{ today: CalendarDate; cars: HostCar[] }> {
  const days = { start: from, end: to };
  if (carId === undefined) requireHost(user);
  const fleet =
    carId === undefined
      ? { owner: user.id }
      : { carId, owner: await ownerForDays(ctx, user, carId) };
  checkShownDays(days);
  const cars = presentCars(await findFleet(ctx.db, fleet, days));
  if (carId !== undefined && cars.length === 0) throw new DomainError("not_found", { what: "car" });
  return { today: todayInNassau(ctx.clock.now()), cars };
}
