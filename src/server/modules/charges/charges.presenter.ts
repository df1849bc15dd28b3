// Shapes the charges after a booking for their reader.
import type { LaterCharge } from "../../../contract/bookings/later-charges.ts";
import type { BookingParty } from "../../../domain/policies/booking.ts";
import { laterChargeSteps } from "../../../domain/policies/later-charge.ts";
import type { LaterRefundRow } from "../payments/payments.service.ts";
import { presentLaterRefunds, refundableLater } from "./charge-refunds.service.ts";
import type { TariffChargeRow } from "./charges.repository.ts";

/** What was returned of a charge, and what banks may take back. */
interface ReturnedMoney {
  refunds: readonly LaterRefundRow[];
  /** What banks hold or have taken back, beyond the refunds settled with it; integer cents. */
  disputedCents: number;
}

/** @param reader who reads it, and whether an admin may move money */
export const presentCharge = (
  row: TariffChargeRow,
  { refunds, disputedCents }: ReturnedMoney,
  { party, mayAct }: { party: BookingParty; mayAct: boolean },
): LaterCharge => ({
  id: row.id,
  kind: row.kind,
  explanation: row.explanation,
  case_id: row.case_id,
  amount_cents: row.amount_cents,
  host_share_cents: party === "renter" ? null : row.host_share_cents,
  state: row.state,
  announced_at: row.announced_at,
  due_at: row.due_at,
  contested_at: row.contested_at,
  contest_words: row.contest_words,
  waived_at: row.waived_at,
  waive_reason: row.waive_reason,
  declined: row.declined,
  paid_at: row.paid_at,
  card_last4: party === "host" ? null : row.card_last4,
  refunds: presentLaterRefunds(refunds, party),
  refundable_cents: refundableLater(row, refunds, disputedCents),
  may: mayAct ? laterChargeSteps(party, row) : [],
});
