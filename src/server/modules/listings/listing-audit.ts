// What the record keeps of a listing: what decides about it, and no text of a person's.
import type { AuditActor } from "../../../domain/audit.ts";
import { recordAudit } from "../../platform/audit.ts";
import type { Ctx } from "../../platform/context.ts";
import type { ListingRow } from "./host-listings.repository.ts";

const recorded = (row: ListingRow | undefined) =>
  row && {
    make: row.make,
    model: row.model,
    year: row.year,
    price_per_day: row.price_per_day,
    is_available: row.is_available,
    is_approved: row.is_approved,
  };

/** Records what somebody did with a listing, in the same transaction; before or after is missing where there is none. */
export const auditListing = (
  ctx: Ctx,
  actor: { kind: AuditActor; id: string | null },
  action: string,
  { before, after, reason }: { before?: ListingRow; after?: ListingRow; reason?: string | undefined },
): Promise<void> =>
  recordAudit(ctx, {
    actorKind: actor.kind,
    actorId: actor.id,
    action: `listing.${action}`,
    subjectType: "listing",
    subjectId: (after ?? before)?.id ?? "",
    before: recorded(before) ?? null,
    after: recorded(after) ?? null,
    reason: reason ?? null,
  });
