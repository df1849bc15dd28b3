// The lockbox of a car: its code and where it is, encrypted and bound to the car. Only the host
// reads them here; a trip's page shows them to its renter when it is time (modules/trips).
import type { Lockbox } from "../../../../contract/host/lockboxes.ts";
import {
  inTransaction,
  type Ctx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { sweepItem } from "../../../platform/jobs/sweep-item.ts";
import { seal, unseal } from "../../../platform/keys/sealing.ts";
import { getListingFor } from "../hosting/host-access.ts";
import {
  deleteLockbox,
  findCarsWithOldKey,
  findLockbox,
  findLockboxesOf,
  saveLockbox,
  type LockboxRow,
} from "./lockbox.repository.ts";

export { carHasLockbox } from "./lockbox.repository.ts";

type KeyCtx = Pick<Ctx, "db" | "keys">;

const boundTo = (carId: string): string => `lockbox:${carId}`;

function open({ keys }: Pick<Ctx, "keys">, row: LockboxRow): Lockbox {
  const plain = unseal(keys.sealing, row.sealed, boundTo(row.car_id)).toString();
  return {
    ...(JSON.parse(plain) as Pick<Lockbox, "code" | "directions">),
    updated_at: row.updated_at,
  };
}

/** The lockbox of a car, for whoever may see it; undefined if it has none. */
export async function readLockbox(ctx: KeyCtx, carId: string): Promise<Lockbox | undefined> {
  const row = await findLockbox(ctx.db, carId);
  return row && open(ctx, row);
}

/** A host's lockboxes, decrypted, for their data copy. */
export const readLockboxesOf = async (
  ctx: KeyCtx,
  hostId: string,
): Promise<(Lockbox & { car_id: string })[]> =>
  (await findLockboxesOf(ctx.db, hostId)).map((row) => ({
    car_id: row.car_id,
    ...open(ctx, row),
  }));

/** @throws DomainError not_found, forbidden */
export async function getOwnLockbox(
  ctx: KeyCtx,
  user: User,
  carId: string,
): Promise<{ lockbox: Lockbox | null }> {
  await getListingFor(ctx, user, "edit", carId);
  return { lockbox: (await readLockbox(ctx, carId)) ?? null };
}

/**
 * Stores the lockbox of a car; the audit log has neither the code nor the words.
 * @throws DomainError not_found, forbidden
 */
export function putLockbox(
  ctx: TransactionCtx & KeyCtx,
  user: User,
  carId: string,
  { code, directions }: Pick<Lockbox, "code" | "directions">,
): Promise<{ lockbox: Lockbox }> {
  return inTransaction(ctx, async (tx) => {
    await getListingFor(tx, user, "edit", carId, { forUpdate: true });
    const updated_at = tx.clock.now().toISOString();
    const plain = Buffer.from(JSON.stringify({ code, directions }));
    await saveLockbox(tx.db, {
      car_id: carId,
      sealed: seal(tx.keys.sealing, plain, boundTo(carId)),
      key_id: tx.keys.sealing.current.id,
      updated_at,
    });
    await audit(tx, user, carId, "lockbox_store");
    return { lockbox: { code, directions, updated_at } };
  });
}

/** @throws DomainError not_found, forbidden */
export function removeLockbox(
  ctx: TransactionCtx,
  user: User,
  carId: string,
): Promise<{ deleted: true }> {
  return inTransaction(ctx, async (tx) => {
    await getListingFor(tx, user, "edit", carId, { forUpdate: true });
    if (await deleteLockbox(tx.db, carId)) await audit(tx, user, carId, "lockbox_remove");
    return { deleted: true };
  });
}

/** Seals with the current key what older keys have sealed. */
export async function reencryptLockboxes(ctx: Ctx): Promise<void> {
  const { id: key_id } = ctx.keys.sealing.current;
  for (const carId of await findCarsWithOldKey(ctx.db, key_id))
    await sweepItem(ctx, { car: carId }, () =>
      inTransaction(ctx, async (tx) => {
        const row = await findLockbox(tx.db, carId);
        if (!row) return;
        const plain = unseal(tx.keys.sealing, row.sealed, boundTo(carId));
        const sealed = seal(tx.keys.sealing, plain, boundTo(carId));
        await saveLockbox(tx.db, { ...row, sealed, key_id });
      }),
    );
}

const audit = (
  ctx: TransactionCtx,
  user: User,
  carId: string,
  verb: "lockbox_store" | "lockbox_remove",
): Promise<void> =>
  recordAudit(ctx, {
    actorKind: "host",
    actorId: user.id,
    action: `listing.${verb}`,
    subjectType: "listing",
    subjectId: carId,
  });
