// What cases take from deposits. The module that decides cases calls these in its transactions.
import { isFinal } from "../../../domain/money/deposit/deposit-states.ts";
import type { DataCtx } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  decideClaim,
  findClaim,
  findClaims,
  findHolds,
  insertClaim,
  lockIfAny,
  sumDecided,
  type DepositRow,
} from "./deposits.repository.ts";

/** Once a deposit is being captured or released, its amount is fixed and it takes no new claim. */
const canClaim = ({ state }: Pick<DepositRow, "state">): boolean =>
  !isFinal(state) && state !== "capturing" && state !== "releasing";

/**
 * Keeps a booking's deposit held while a case is open. A repeat changes nothing.
 * @returns whether the case can still take from a deposit
 */
export async function holdDepositFor(
  tx: DataCtx,
  bookingId: string,
  caseId: string,
): Promise<boolean> {
  const deposit = await lockIfAny(tx.db, bookingId);
  if (!deposit || !canClaim(deposit)) return false;
  await insertClaim(tx.db, {
    case_id: caseId,
    booking_id: bookingId,
    opened_at: tx.clock.now().toISOString(),
  });
  return true;
}

/**
 * Ends a case's claim to the deposit of a booking, which is then no longer held for it. Pass zero
 * cents for a case that was withdrawn or takes nothing. The hold is captured once no case is open;
 * a repeat changes nothing.
 * @param cents the amount that the renter owes
 * @returns how much the deposit pays: at most what is left of it, and zero without a hold or a
 * claim. The rest has to be charged in another way.
 */
export async function captureFromDeposit(
  tx: DataCtx,
  bookingId: string,
  { caseId, cents }: { caseId: string; cents: number },
): Promise<number> {
  const deposit = await lockIfAny(tx.db, bookingId);
  const known = await findClaim(tx.db, caseId);
  // Without a claim, the deposit was not held for this case.
  if (!deposit || !known) return 0;
  if (known.cents !== null) return known.cents;
  const now = tx.clock.now();
  const holds = await findHolds(tx.db, bookingId);
  const isHeld =
    holds.some(({ state }) => state === "active") &&
    !holds.some(({ state }) => state === "captured");
  const isOpen = canClaim(deposit);
  const left = deposit.amount_cents - sumDecided(await findClaims(tx.db, bookingId));
  const taken = isHeld && isOpen ? Math.max(0, Math.min(cents, left)) : 0;
  await decideClaim(tx.db, caseId, { cents: taken, now });
  await recordAudit(tx, {
    actorKind: "system",
    actorId: null,
    action: "deposit.claim",
    subjectType: "booking",
    subjectId: bookingId,
    after: { case: caseId, cents: taken },
  });
  return taken;
}
