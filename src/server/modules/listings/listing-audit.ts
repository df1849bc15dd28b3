// The audit log of listings: the fields that matter for decisions and the names of all changed
// fields, but no text written by people.
import type { AuditActor, AuditVerb } from "../../../domain/audit.ts";
import { toPriceColumns, toPrices } from "../../../domain/listing/prices.ts";
import { personalTopic } from "../../../domain/live.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import type { DataCtx } from "../../platform/context.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import type { StoredAddOns } from "./add-ons/add-ons.repository.ts";
import type { ListingRow } from "./hosting/host-listings.repository.ts";

const recorded = (row: ListingRow) => ({
  make: row.make,
  model: row.model,
  year: row.year,
  ...toPriceColumns(toPrices(row)),
  included_miles_per_day: row.included_miles_per_day,
  price_per_mile_cents: row.price_per_mile_cents,
  tank_gallons: row.tank_gallons,
  deposit_cents: row.deposit_cents,
  is_available: row.is_available,
  is_approved: row.is_approved,
});

/** Fees and prices by id. */
const toRecordedAddOns = ({ meetingPlaces, extras }: StoredAddOns) => ({
  meeting_places: meetingPlaces.map(({ place_id, fee_cents }) => ({ place_id, fee_cents })),
  extras: extras.map(({ extra_id, price_cents, per, stock }) => ({
    extra_id,
    price_cents,
    per,
    stock,
  })),
});

/** Columns that are written with every change. */
const BOOKKEEPING: readonly string[] = [
  "updated_at",
  "reviewed_at",
  "reviewed_by",
  "approved_with",
  "unreviewed_since",
  "deleted_at",
];

/** What was and is offered with a car. */
export interface AddOnChange {
  before: StoredAddOns;
  after: StoredAddOns;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The recorded lists that differ: before and after. */
function compareAddOns(addOns: AddOnChange | undefined): [before: object, after: object] {
  if (!addOns) return [{}, {}];
  const before = toRecordedAddOns(addOns.before);
  const after = toRecordedAddOns(addOns.after);
  const lists = (["meeting_places", "extras"] as const).filter(
    (list) => !isSame(before[list], after[list]),
  );
  const select = (recordedLists: typeof before) =>
    Object.fromEntries(lists.map((list) => [list, recordedLists[list]]));
  return [select(before), select(after)];
}

/** The columns that differ between two states of a listing, and the add-ons that do. */
export const changedFields = (
  before: ListingRow,
  after: ListingRow,
  addOns?: AddOnChange,
): string[] => [
  ...Object.keys(after).filter((name) => {
    const column = name as keyof ListingRow;
    return !BOOKKEEPING.includes(name) && !isSame(before[column], after[column]);
  }),
  ...(addOns && !isSame(addOns.before.meetingPlaces, addOns.after.meetingPlaces)
    ? ["meeting_places"]
    : []),
  ...(addOns && !isSame(addOns.before.extras, addOns.after.extras) ? ["extras"] : []),
];

/**
 * Records an action on a listing in the same transaction, and notifies the open pages of its host
 * and of admins. `before` or `after` is absent if there is none.
 */
export async function auditListing(
  ctx: DataCtx,
  actor: { kind: AuditActor; id: string | null },
  action: AuditVerb<"listing">,
  {
    reason,
    addOns,
    ...states
  }: ({ before?: ListingRow; after: ListingRow } | { before: ListingRow; after?: undefined }) & {
    reason?: string | undefined;
    addOns?: AddOnChange;
  },
): Promise<void> {
  const { before, after } = states;
  const { id, host_id } = states.after ?? states.before;
  const [addOnsBefore, addOnsAfter] = compareAddOns(addOns);
  await recordAudit(ctx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action: `listing.${action}`,
    subjectType: "listing",
    subjectId: id,
    before: before ? { ...recorded(before), ...addOnsBefore } : null,
    after: after
      ? {
          ...recorded(after),
          ...addOnsAfter,
          ...(before ? { changed: changedFields(before, after, addOns) } : {}),
        }
      : null,
    reason: reason ?? null,
  });
  await publishLive(ctx, [personalTopic(host_id), "admins"], "listings", id);
}
