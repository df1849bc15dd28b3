// The payments of bookings, for tests: functions of the payments module with the bookings' handler.
import { bookingPurchases } from "../src/server/modules/bookings/settlement/booking-purchases.service.ts";
import { deposits } from "../src/server/modules/deposits/deposit-comparison.service.ts";
import { laterCharges } from "../src/server/modules/charges/charge-comparison.service.ts";
import * as disputes from "../src/server/modules/payments/settlement/dispute-steps.service.ts";
import * as runs from "../src/server/modules/payments/settlement/reconcile.service.ts";
import type { Ctx } from "../src/server/platform/context.ts";
import type { DisputeState } from "../src/server/platform/payments/provider.ts";

const handlers = { purchases: bookingPurchases, laterCharges };

export const reconcile = (ctx: Ctx) =>
  runs.reconcile(ctx, { purchases: bookingPurchases, laterCharges, deposits });

export const settleDispute = (ctx: Ctx, disputeId: string) =>
  disputes.settleDispute(ctx, handlers, disputeId);

export const bookDispute = (ctx: Ctx, provided: DisputeState) =>
  disputes.bookDispute(ctx, handlers, provided);
