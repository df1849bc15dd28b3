// Whether renters of a car can extend a trip into free days without the host's answer.
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { getListingFor } from "./host-access.ts";
import { updateListingRow } from "./host-listings.repository.ts";

export interface ExtensionSetting {
  is_preapproved: boolean;
  /** The host has not decided: extensions follow instant book. */
  is_default: boolean;
}

/** The setting of a car. @throws DomainError not_found */
export async function readExtensionSetting(
  { db }: DbCtx,
  carId: string,
): Promise<ExtensionSetting> {
  const row = await db
    .selectFrom("car_listings")
    .select(["preapproves_extensions", "booking_mode"])
    .where("id", "=", carId)
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "listing" });
  return {
    is_preapproved: row.preapproves_extensions ?? row.booking_mode === "instant",
    is_default: row.preapproves_extensions === null,
  };
}

/** The same for the car's host. @throws DomainError not_found, forbidden */
export async function readOwnExtensionSetting(
  ctx: DbCtx,
  user: User,
  carId: string,
): Promise<ExtensionSetting> {
  await getListingFor(ctx, user, "edit", carId);
  return readExtensionSetting(ctx, carId);
}

/** @throws DomainError not_found, forbidden */
export function setExtensionSetting(
  ctx: TransactionCtx,
  user: User,
  carId: string,
  isPreapproved: boolean,
): Promise<ExtensionSetting> {
  return inTransaction(ctx, async (tx) => {
    const before = await getListingFor(tx, user, "edit", carId, { forUpdate: true });
    await updateListingRow(tx.db, carId, { preapproves_extensions: isPreapproved }, tx.clock.now());
    await recordAudit(tx, {
      actorKind: "host",
      actorId: user.id,
      action: "listing.preapprove_extensions",
      subjectType: "listing",
      subjectId: carId,
      before: { preapproves_extensions: before.preapproves_extensions },
      after: { preapproves_extensions: isPreapproved },
    });
    return readExtensionSetting(tx, carId);
  });
}
