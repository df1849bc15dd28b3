// Whom and what a search of the audit log is about: people, cars and bookings.
import type { Output } from "../../../contract/endpoint.ts";
import type { listAuditEvents } from "../../../contract/admin/admin.ts";
import type { DbCtx } from "../../platform/context.ts";
import { readId } from "../../platform/database/text-search.ts";
import { findPeople, findUserNames } from "../accounts/accounts.service.ts";
import { findBookingLabels, findIdsByNumber } from "../bookings/admin/admin-bookings.service.ts";
import { findListingTitles, findCarsByText } from "../listings/listings.service.ts";

/** More than these are too many to read the log about. */
const MOST_SUBJECTS = 100;
/** How many of them are named. */
const NAMED = 3;

/**
 * The ids that a text refers to: an id itself, or people by name, email or phone, cars by plate or
 * text, and bookings by number. "many" if they are too many.
 */
export async function findAuditSubjects(ctx: DbCtx, about: string): Promise<string[] | "many"> {
  const id = readId(about);
  if (id) return [id];
  const [people, cars, bookings] = await Promise.all([
    findPeople(ctx.db, about),
    findCarsByText(ctx.db, about),
    findIdsByNumber(ctx.db, about),
  ]);
  if (people === "many" || cars === "many") return "many";
  const ids = [...people, ...cars, ...bookings];
  return ids.length > MOST_SUBJECTS ? "many" : ids;
}

/** Describes what was found, in the words of the log. */
export async function presentAuditSubjects(
  ctx: DbCtx,
  ids: readonly string[] | "many",
): Promise<Output<typeof listAuditEvents>["about"]> {
  if (ids === "many") return { names: [], count: null };
  const named = ids.slice(0, NAMED);
  const [people, cars, bookings] = await Promise.all([
    findUserNames(ctx.db, named),
    findListingTitles(ctx.db, named),
    findBookingLabels(ctx.db, named),
  ]);
  return {
    names: named.flatMap((id) => people.get(id) ?? cars.get(id) ?? bookings.get(id) ?? []),
    count: ids.length,
  };
}
