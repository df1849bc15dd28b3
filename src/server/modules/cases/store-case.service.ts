// Stores a case after a step or a deadline. A case that ends is charged in the same transaction, so
// that no crash leaves it closed and unpaid.
import { applyDeadlines, type TripCase } from "../../../domain/cases/trip-case.ts";
import { isChargeable } from "../../../domain/money/later/later-charge.ts";
import { readUsageTerms } from "../../../domain/tariff/usage-terms.ts";
import type { Ctx } from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { getDetails, publishBookingChange } from "../bookings/bookings.service.ts";
import { chargeCase } from "../charges/case-charge.service.ts";
import { captureFromDeposit } from "../deposits/deposits.service.ts";
import { toChangedColumns, toTripCase } from "./case-facts.ts";
import { explainCase, makeCaseFile } from "./case-file.service.ts";
import { notifyOfCase } from "../bookings/notifications/case-notifications.service.ts";
import { isUnpaidByDeposit, updateCase, type CaseRow } from "./cases.repository.ts";

export type CaseCtx = Pick<
  Ctx,
  "db" | "clock" | "log" | "jobs" | "keys" | "publicUrl" | "payments"
>;

/**
 * Stores a changed case. Call it with the case locked, after the statement of the step is stored:
 * the file of a closed case contains all statements.
 */
export async function storeCase(tx: CaseCtx, row: CaseRow, changed: TripCase): Promise<CaseRow> {
  const columns = toChangedColumns(changed);
  const stored =
    changed.finalCents === null
      ? await updateCase(tx.db, row.id, columns)
      : await closeCase(tx, { ...row, ...columns }, changed.finalCents);
  await publishBookingChange(tx, await getDetails(tx.db, row.booking_id));
  return stored;
}

/** The money of a case comes from the deposit first, then from the card (trips.md, section 7). */
async function closeCase(tx: CaseCtx, row: CaseRow, finalCents: number): Promise<CaseRow> {
  const depositCents = await captureFromDeposit(tx, row.booking_id, {
    caseId: row.id,
    cents: finalCents,
  });
  const file = await makeCaseFile(tx, { ...row, deposit_cents: depositCents });
  const stored = await updateCase(tx.db, row.id, {
    ...toChangedColumns(toTripCase(row)),
    deposit_cents: depositCents,
    file: JSON.stringify(file.text),
    file_sha256: file.sha256,
  });
  await recordAudit(tx, {
    actorKind: "system",
    actorId: null,
    action: "trip_case.close",
    subjectType: "booking",
    subjectId: row.booking_id,
    after: {
      case: row.id,
      outcome: row.outcome,
      final_cents: finalCents,
      deposit_cents: depositCents,
      file_sha256: file.sha256,
    },
  });
  await chargeCard(tx, stored, {
    amountCents: finalCents - depositCents,
    replacesDeposit: false,
  });
  await notifyOfCase(tx, stored, "closed");
  return stored;
}

async function chargeCard(
  tx: CaseCtx,
  row: CaseRow,
  { amountCents, replacesDeposit }: { amountCents: number; replacesDeposit: boolean },
): Promise<void> {
  const terms = readUsageTerms(await getDetails(tx.db, row.booking_id));
  if (!terms || !isChargeable({ amountCents })) return;
  await chargeCase(tx, {
    caseId: row.id,
    bookingId: row.booking_id,
    kind: row.kind,
    tariffVersion: terms.tariffVersion,
    amountCents,
    replacesDeposit,
    explanation: replacesDeposit
      ? `${explainCase(row)}. The deposit was no longer held`
      : explainCase(row),
  });
}

/**
 * Charges the card for what a closed case should have taken from a deposit that has lapsed
 * (trips.md, section 7: first the deposit, then the saved card). A repeat changes nothing.
 */
export async function chargeInsteadOfDeposit(tx: CaseCtx, row: CaseRow): Promise<void> {
  if (await isUnpaidByDeposit(tx.db, row.id))
    await chargeCard(tx, row, { amountCents: row.deposit_cents, replacesDeposit: true });
}

/**
 * Applies the deadlines that a locked case has passed, and notifies the sides. Times are those of
 * the deadlines, so it makes no difference whether a request or the job comes first.
 */
export async function applyCaseDeadlines(tx: CaseCtx, row: CaseRow): Promise<CaseRow> {
  const known = toTripCase(row);
  const current = applyDeadlines(known, tx.clock.now());
  if (current === known) return row;
  await recordAudit(tx, {
    actorKind: "system",
    actorId: null,
    action: "trip_case.lapse",
    subjectType: "booking",
    subjectId: row.booking_id,
    after: { case: row.id, state: current.state },
  });
  const stored = await storeCase(tx, row, current);
  if (stored.state === "deciding") await notifyOfCase(tx, stored, "unanswered");
  return stored;
}
