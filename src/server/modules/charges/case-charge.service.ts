// Charges the saved card for a closed case. If the card can't be charged, the amount becomes an
// outstanding balance, as for every charge after a trip.
import { randomUUID } from "node:crypto";
import { percentOfCents } from "../../../domain/money/money.ts";
import { findTariff, type CaseKind, type TariffVersion } from "../../../domain/tariff/tariff.ts";
import type { Ctx } from "../../platform/context.ts";
import { findChargesOfCase, getCharge, hasToWait, insertCharges } from "./charges.repository.ts";
import { settleSoon } from "./charges.service.ts";
import { startPaying } from "./start-paying.ts";

export interface CaseCharge {
  caseId: string;
  bookingId: string;
  kind: CaseKind;
  tariffVersion: TariffVersion;
  /** At least what a card can be charged. */
  amountCents: number;
  /** Whether it replaces what the deposit should have paid; otherwise it is the rest. */
  replacesDeposit: boolean;
  explanation: string;
}

/**
 * Requests a charge for a closed case: at most one for the deposit, and one for the rest. Like all
 * charges, it waits while a side is suspended or the trip is on hold. Call settleCaseSoon after the
 * commit; the sweep makes up for it.
 */
export async function chargeCase(
  tx: Pick<Ctx, "db" | "clock" | "payments">,
  { caseId, bookingId, kind, tariffVersion, amountCents, replacesDeposit, explanation }: CaseCharge,
): Promise<void> {
  const id = randomUUID();
  const now = tx.clock.now().toISOString();
  await insertCharges(tx.db, [
    {
      id,
      booking_id: bookingId,
      case_id: caseId,
      replaces_deposit: replacesDeposit,
      kind,
      origin: "case",
      quantity: 1,
      unit: "charge",
      explanation,
      amount_cents: amountCents,
      host_share_cents: percentOfCents(
        amountCents,
        findTariff(tariffVersion).hostShareBasisPoints[kind],
      ),
      has_tax_documents: false,
      state: "announced",
      announced_at: now,
      due_at: now,
    },
  ]);
  if (!(await hasToWait(tx.db, bookingId))) await startPaying(tx, await getCharge(tx.db, id));
}

/** Asks the provider now about the charges of a case. */
export async function settleCaseSoon(ctx: Ctx, caseId: string): Promise<void> {
  for (const id of await findChargesOfCase(ctx.db, caseId)) await settleSoon(ctx, id);
}
