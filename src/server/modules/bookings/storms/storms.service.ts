// Storms: admins declare them for islands and days, and end them (trips.md, section 8).
import type {
  AdminStorm,
  declareStorm,
  StormPreview,
} from "../../../../contract/admin/admin-storms.ts";
import type { Input } from "../../../../contract/endpoint.ts";
import type { ShownStorm } from "../../../../contract/bookings/storms.ts";
import { isBefore, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { refundableCents } from "../../../../domain/money/refund.ts";
import { checkStorm, type StormDays } from "../../../../domain/storm/storm.ts";
import { stormEffects, type AffectedBooking } from "../../../../domain/storm/storm-effects.ts";
import { ISLAND_IDS, type IslandId } from "../../../../domain/place/islands.ts";
import { tripPhase, toTripTimes } from "../../../../domain/trip/trip-end.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../../platform/context.ts";
import { notifyListingChanged } from "../../../platform/realtime/events.ts";
import { findUserNames } from "../../accounts/accounts.service.ts";
import { STORM_NOTIFICATIONS_JOB, type StormNotification } from "./storm-notifications.service.ts";
import { countRemaining, findAffected } from "./affected-bookings.repository.ts";
import * as repository from "./storms.repository.ts";
import type { StormRow } from "./storms.repository.ts";

export { CURRENT_STORM, stormAtPickup } from "./current-storm.ts";
export { findStormNames, findStormsAt } from "./storms.repository.ts";

/** In the order in which islands are listed, each once. */
const inOrder = (islands: readonly IslandId[]): IslandId[] =>
  ISLAND_IDS.filter((id) => islands.includes(id));

/**
 * What a storm would affect, before it is declared.
 * @throws DomainError the codes of checkStorm
 */
export async function previewStorm(
  ctx: DataCtx,
  given: StormDays & { islands: readonly IslandId[] },
): Promise<StormPreview> {
  const now = ctx.clock.now();
  checkStorm(given, todayInNassau(now));
  const area = { ...given, islands: inOrder(given.islands) };
  const [rows, carsOn] = await Promise.all([
    findAffected(ctx.db, area, now),
    repository.countCars(ctx.db, area.islands),
  ]);
  const affected = rows.flatMap((row): AffectedBooking[] => {
    const phase = tripPhase(toTripTimes(row), now);
    if (phase === "over") return [];
    const isRequest = row.status === "pending";
    return [
      {
        island: row.island,
        carId: row.car_id,
        renterId: row.renter_id,
        state: isRequest ? "request" : phase === "ahead" ? "starting" : "under_way",
        refundableCents: isRequest
          ? 0
          : refundableCents({
              amountDueCents: row.amount_due_cents,
              refundedCents: Number(row.refund_cents),
              lostCents: Number(row.lost_cents),
              creditCents: Number(row.credit_cents),
              creditReturnedCents: Number(row.credit_returned_cents),
            }),
      },
    ];
  });
  const { islands, ...whole } = stormEffects(area.islands, affected, carsOn);
  const toWire = (row: (typeof islands)[number] | typeof whole) => ({
    requests: row.requests,
    starting: row.starting,
    under_way: row.underWay,
    cars_to_inspect: row.carsToInspect,
    refund_cents: row.refundCents,
  });
  return {
    ...toWire(whole),
    bookings: whole.bookings,
    people: whole.people,
    cars: whole.cars,
    islands: islands.map((row) => ({ island: row.island, ...toWire(row) })),
  };
}

/**
 * Declares a storm, with the id that the client chose; a repeat is the same storm. Its cars can't
 * be booked until they are inspected, and everyone there is notified.
 * @throws DomainError the codes of checkStorm, storm_already_on
 */
export async function declare(
  ctx: Ctx,
  admin: User,
  { id, name, message, ...given }: Input<typeof declareStorm>["body"],
): Promise<AdminStorm> {
  const islands = inOrder(given.islands);
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    await repository.lockDeclarations(tx.db);
    if (await repository.findStorm(tx.db, id)) return;
    const { first_day, last_day } = given;
    checkStorm({ islands, firstDay: first_day, lastDay: last_day }, todayInNassau(now));
    const taken = await repository.findIslandsInStorm(tx.db, islands);
    if (taken.length > 0) throw new DomainError("storm_already_on", { islands: taken });
    const storm = { id, name, islands, first_day, last_day, message, declared_by: admin.id };
    await repository.insertStorm(tx.db, storm, now);
    await audit(tx, admin, "storm.declare", id, { islands, first_day, last_day });
    await announce(tx, { stormId: id, event: "declared" });
  });
  return readStorm(ctx, id);
}

/**
 * Moves the last day of a storm that is on.
 * @throws DomainError not_found, storm_ended, and the codes of checkStorm
 */
export async function moveLastDay(
  ctx: Ctx,
  admin: User,
  id: string,
  last_day: StormRow["last_day"],
): Promise<AdminStorm> {
  await inTransaction(ctx, async (tx) => {
    const storm = await lockOn(tx, id);
    const days = { firstDay: storm.first_day, lastDay: last_day };
    checkStorm({ ...days, islands: storm.islands }, todayInNassau(tx.clock.now()));
    if (storm.last_day === last_day) return;
    await repository.updateStorm(tx.db, id, { last_day });
    await audit(tx, admin, "storm.move", id, { last_day });
    // Those that the new days affect, or no longer affect; nobody is notified twice.
    await announce(
      tx,
      isBefore(last_day, storm.last_day)
        ? { stormId: id, event: "shortened", lastDay: storm.last_day }
        : { stormId: id, event: "declared" },
    );
  });
  return readStorm(ctx, id);
}

/**
 * Ends a storm. The islands' pages show the summary for a while, and hosts can inspect their cars.
 * @throws DomainError not_found, storm_ended, storm_refunds_running
 */
export async function endStorm(
  ctx: Ctx,
  admin: User,
  id: string,
  summary: string,
): Promise<AdminStorm> {
  await inTransaction(ctx, async (tx) => {
    const storm = await lockOn(tx, id);
    if (storm.refunds === "running") throw new DomainError("storm_refunds_running");
    const ended_at = tx.clock.now().toISOString();
    await repository.updateStorm(tx.db, id, { ended_by: admin.id, ended_at, summary });
    await audit(tx, admin, "storm.end", id, { ...(await repository.readFigures(tx.db, id)) });
    await announce(tx, { stormId: id, event: "ended" });
  });
  return readStorm(ctx, id);
}

/** Locks a storm that is on. @throws DomainError not_found, storm_ended */
async function lockOn(tx: DbCtx, id: string): Promise<StormRow> {
  const storm = await repository.lockStorm(tx.db, id);
  if (!storm) throw new DomainError("not_found", { what: "storm" });
  if (storm.ended_at !== null) throw new DomainError("storm_ended");
  return storm;
}

const audit = (
  tx: DataCtx,
  admin: User,
  action: "storm.declare" | "storm.move" | "storm.end",
  id: string,
  after: object,
): Promise<void> =>
  recordAudit(tx, {
    actorKind: "admin",
    actorId: admin.id,
    action,
    subjectType: "storm",
    subjectId: id,
    after,
  });

/** Public pages show the change at once; a job notifies the people. */
async function announce(tx: Ctx, notification: StormNotification): Promise<void> {
  await notifyListingChanged(tx, "all");
  await tx.jobs.send(tx.db, STORM_NOTIFICATIONS_JOB, notification);
}

/** The storms that public pages show: those that are on, and those that ended a short time ago. */
export async function listShownStorms(ctx: DataCtx): Promise<{ storms: ShownStorm[] }> {
  const rows = await repository.findShownStorms(ctx.db, ctx.clock.now());
  return {
    storms: rows.map(({ id, name, islands, first_day, last_day, message, ended_at, summary }) => ({
      id,
      name,
      islands,
      first_day,
      last_day,
      message: ended_at === null ? message : (summary ?? ""),
      ended_on: ended_at === null ? null : todayInNassau(new Date(ended_at)),
    })),
  };
}

/** All storms for the admins, the newest first. */
export async function listStorms(ctx: DataCtx): Promise<{ storms: AdminStorm[] }> {
  const rows = await repository.findStorms(ctx.db);
  return { storms: await Promise.all(rows.map((row) => present(ctx, row))) };
}

/** @throws DomainError not_found */
export async function readStorm(ctx: DataCtx, id: string): Promise<AdminStorm> {
  const row = await repository.findStorm(ctx.db, id);
  if (!row) throw new DomainError("not_found", { what: "storm" });
  return present(ctx, row);
}

async function present(ctx: DataCtx, row: StormRow): Promise<AdminStorm> {
  const [figures, remaining, names] = await Promise.all([
    repository.readFigures(ctx.db, row.id),
    row.ended_at === null ? countRemaining(ctx.db, row, ctx.clock.now()) : 0,
    findUserNames(ctx.db, [row.declared_by, ...(row.ended_by ? [row.ended_by] : [])]),
  ]);
  const { id, name, islands, first_day, last_day, message, declared_at, ended_at, summary } = row;
  return {
    id,
    name,
    islands,
    first_day,
    last_day,
    message,
    declared_at,
    declared_by: names.get(row.declared_by) ?? null,
    ended_at,
    ended_by: names.get(row.ended_by ?? "") ?? null,
    summary,
    refunds: row.refunds,
    refunds_failed: row.refunds_failed,
    remaining,
    ...figures,
  };
}
