// An admin's partial refund, as it enters a step and the audit log.
import type { RefundBearer, RefundSize } from "../../../../domain/money/refund.ts";

/** The admin's browser chooses the id, so that a retry after a lost answer refunds only once. */
export interface PartialRefund {
  id: string;
  size: RefundSize;
  bearer: RefundBearer;
}

/** @param back what it amounts to, and the host's part; integer cents */
export const toAuditedRefund = (
  part: PartialRefund | undefined,
  back: { backCents: number; creditBackCents: number; byHostCents: number },
): object =>
  part
    ? {
        refund_cents: back.backCents + back.creditBackCents,
        ...(back.creditBackCents > 0 ? { credit_cents: back.creditBackCents } : {}),
        ...("days" in part.size ? { refund_days: part.size.days } : {}),
        borne_by: part.bearer,
        borne_by_host_cents: back.byHostCents,
      }
    : {};
