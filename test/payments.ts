// The payments of bookings, for tests: functions of the payments module with the bookings' handler.
import { bookingPurchases } from "../src/server/modules/bookings/settlement/booking-purchases.service.ts";
import * as disputes from "../src/server/modules/payments/settlement/dispute-steps.service.ts";
import * as runs from "../src/server/modules/payments/settlement/reconcile.service.ts";
import type { Ctx } from "../src/server/platform/context.ts";
import type { DisputeState } from "../src/server/platform/payments/provider.ts";

export const reconcile = (ctx: Ctx) => runs.reconcile(ctx, bookingPurchases);

export const settleDispute = (ctx: Ctx, disputeId: string) =>
  disputes.settleDispute(ctx, bookingPurchases, disputeId);

export const bookDispute = (ctx: Ctx, provided: DisputeState) =>
  disputes.bookDispute(ctx, bookingPurchases, provided);
