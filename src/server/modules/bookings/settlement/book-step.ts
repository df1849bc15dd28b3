// What a booking's step changes in the ledger.
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import {
  authorizationReleased,
  authorized,
  captured,
  earned,
  type BookingMoney,
  type Movement,
} from "../../../../domain/money/ledger.ts";
import type { DataCtx, DbCtx } from "../../../platform/context.ts";
import { spendCredit } from "../../ledger/credit.service.ts";
import { book } from "../../ledger/ledger.service.ts";
import { readRefundedMoney } from "../../payments/payments.service.ts";
import { issueInvoices, readDeferredVat } from "../../vat/vat-documents.service.ts";

/**
 * Books the ledger movement of a step, and invoices a charge. Refunds and provider fees are booked
 * elsewhere, when they are decided or reported.
 */
export async function bookStep(
  ctx: DataCtx,
  name: TransitionName,
  money: BookingMoney,
): Promise<void> {
  const movement = await findMovement(ctx, name, money);
  if (movement) await book(ctx, `booking:${money.id}:${movement.kind}`, movement, money.id);
  if (name === "capture_succeeded") {
    await spendCredit(ctx, money);
    await issueInvoices(ctx, money.id);
  }
}

async function findMovement(
  ctx: DbCtx,
  name: TransitionName,
  money: BookingMoney,
): Promise<Movement | undefined> {
  switch (name) {
    case "authorise_for_instant_book":
    case "authorise_for_request":
      return authorized();
    case "capture_refused":
    case "reject":
    case "withdraw_request":
    case "lapse":
      return authorizationReleased();
    case "capture_succeeded":
      return captured(money);
    case "complete":
      return earned(money, {
        ...(await readRefundedMoney(ctx, money)),
        deferredVatCents: await readDeferredVat(ctx, money.id),
      });
    default:
      return undefined;
  }
}
