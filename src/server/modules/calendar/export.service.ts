// A car's calendar for other programs: an unguessable address, and the iCal text (RFC 5545) behind
// it.
import { wholeDays } from "../../../domain/calendar/taken-time.ts";
import { randomBytes } from "node:crypto";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import { inTransaction, type Ctx, type DataCtx, type User } from "../../platform/context.ts";
import { writeCalendar, type CalendarEvent } from "../../platform/ical.ts";
import { auditLink, lockOwnCar, ownerFor } from "./blocks.service.ts";
import {
  findCarOfToken,
  findOwnRanges,
  findToken,
  saveToken,
  type OwnRange,
} from "./export.repository.ts";
import { hasCar } from "./feeds.repository.ts";

const TOKEN_BYTES = 32;

const exportUrl = (ctx: Pick<Ctx, "publicUrl">, token: string): string =>
  `${ctx.publicUrl()}/calendar/${token}.ics`;

/**
 * The address of a car's calendar; null before the first one is made.
 * @throws DomainError not_found
 */
export async function readLink(
  ctx: Pick<Ctx, "db" | "publicUrl">,
  user: User,
  carId: string,
): Promise<{ url: string | null }> {
  if (!(await hasCar(ctx.db, carId, ownerFor(user))))
    throw new DomainError("not_found", { what: "car" });
  const token = await findToken(ctx.db, carId);
  return { url: token === undefined ? null : exportUrl(ctx, token) };
}

/**
 * Makes a new address and invalidates the previous one.
 * @throws DomainError not_found
 */
export async function renewLink(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "publicUrl">,
  user: User,
  carId: string,
): Promise<{ url: string }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await inTransaction(ctx, async (tx) => {
    await lockOwnCar(tx, user, carId);
    await saveToken(tx.db, carId, token, tx.clock.now());
    await auditLink(tx, user, "link_renew", carId);
  });
  return { url: exportUrl(ctx, token) };
}

/**
 * The iCal text behind an address.
 * @throws DomainError not_found
 */
export async function exportCalendar(ctx: DataCtx, token: string): Promise<string> {
  const carId = await findCarOfToken(ctx.db, token);
  if (carId === undefined) throw new DomainError("not_found", { what: "calendar" });
  const ranges = await findOwnRanges(ctx.db, carId, todayInNassau(ctx.clock.now()));
  return writeCalendar("Car calendar", ranges.map(toEvent));
}

/** A booking's instants; whole days for anything else, and for a booking without times. */
function toEventTime(
  isBooking: boolean,
  { from, until, start, end }: Pick<OwnRange, "from" | "until" | "start" | "end">,
) {
  const days = wholeDays({ start, end });
  const isWhole =
    days.from.getTime() === Date.parse(from) && days.until.getTime() === Date.parse(until);
  return isBooking && !isWhole ? { start: from, end: until } : { start, end };
}

/** Reveals only that days are blocked or booked, and nothing about people, prices or notes. */
const toEvent = ({ id, kind, created_at, ...range }: OwnRange): CalendarEvent => ({
  id,
  changedAt: created_at,
  ...toEventTime(kind === "booking", range),
  summary: `${PRODUCT_NAME}: ${kind === "booking" ? "booked" : "not available"}`,
});
