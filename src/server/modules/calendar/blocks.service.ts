// Hosts' actions on the days of their cars: view, block and unblock them. Admins may do so for any
// host.
import type { Block, HostCar } from "../../../contract/host/calendar.ts";
import {
  isBefore,
  mergeRanges,
  subtractRange,
  todayInNassau,
  type DateRange,
  type CalendarDate,
  toWireRange,
} from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { checkBlock, checkShownDays } from "../../../domain/calendar/host-calendar.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import { isAdmin, ownerScope } from "../../../domain/policies/policy.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import {
  deleteBlocks,
  deleteImportsAt,
  findBlock,
  findBlocksAt,
  findBooked,
  findFleet,
  insertBlock,
} from "./blocks.repository.ts";
import { presentBlock, presentCar } from "./calendar.presenter.ts";
import { lockCar, placeImports } from "./calendar.repository.ts";

/**
 * The host who must own the car, or undefined if any car is allowed.
 * @throws DomainError forbidden unless the person is a host or an admin
 */
export function ownerFor(user: User): string | undefined {
  requireHost(user);
  return ownerScope(user);
}

/** @throws DomainError not_found, also for another host's car */
export async function lockOwnCar(ctx: DbCtx, user: User, carId: string): Promise<void> {
  if (!(await lockCar(ctx.db, carId, ownerFor(user))))
    throw new DomainError("not_found", { what: "car" });
}

/**
 * Blocks days of a car, replacing imported ones. Blocks that overlap or touch are merged, with the
 * first id and the newest note.
 * @throws DomainError not_found, dates_booked, and the codes of checkBlock
 */
export async function blockDays(
  ctx: TransactionCtx,
  user: User,
  input: { car_id: string; start_date: string; end_date: string; note?: string | null | undefined },
): Promise<Block> {
  const carId = input.car_id;
  const { start_date: start, end_date: end } = input;
  return inTransaction(ctx, async (tx) => {
    await lockOwnCar(tx, user, carId);
    const requested = checkBlock({ start, end, today: todayInNassau(tx.clock.now()) });
    const ranges = await findBooked(tx.db, carId, requested);
    if (ranges.length > 0) throw new DomainError("dates_booked", { ranges });
    const old = await findBlocksAt(tx.db, carId, requested);
    const [days = requested] = mergeRanges([requested, ...old]);
    await deleteImportsAt(tx.db, carId, requested);
    await deleteBlocks(tx.db, old);
    const note = input.note || old.find((each) => each.note !== null)?.note || null;
    const block = await insertBlock(
      tx.db,
      carId,
      { ...days, note, id: old[0]?.id },
      tx.clock.now(),
    );
    await placeImports(tx.db, carId, tx.clock.now());
    await audit(tx, user, "block", carId, { before: old, after: [block] });
    return presentBlock(carId, block);
  });
}

/**
 * Frees a block's days between `from` and `to` (by default all), except those that an imported
 * calendar occupies. The remaining days keep the note, and the first part keeps the id.
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
    if (!found || !(await lockCar(tx.db, found.carId, ownerFor(user))))
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
    await placeImports(tx.db, block.carId, tx.clock.now());
    await audit(tx, user, "unblock", block.carId, { before: [block], after: left });
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

/** Leaves notes out, since the audit log stores no text written by people. */
async function audit(
  ctx: DataCtx,
  user: User,
  what: "block" | "unblock",
  carId: string,
  { before, after }: { before: readonly DateRange[]; after: readonly DateRange[] },
): Promise<void> {
  await recordAudit(ctx, {
    ...toActor(user),
    action: `calendar.${what}`,
    subjectType: "listing",
    subjectId: carId,
    before: { blocks: before.map(toWireRange) },
    after: { blocks: after.map(toWireRange) },
  });
}

/**
 * The calendar of a host's fleet, or of one car.
 * @throws DomainError not_found, dates_reversed, calendar_window_too_long
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
  requireHost(user);
  checkShownDays(days);
  const fleet = carId === undefined ? { owner: user.id } : { carId, owner: ownerFor(user) };
  const cars = (await findFleet(ctx.db, fleet, days)).map(presentCar);
  if (carId !== undefined && cars.length === 0) throw new DomainError("not_found", { what: "car" });
  return { today: todayInNassau(ctx.clock.now()), cars };
}
