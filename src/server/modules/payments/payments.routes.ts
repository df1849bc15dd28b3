// The card provider's webhook, and the jobs that settle and compare payments.
import type { FastifyInstance } from "fastify";
import { paymentWebhook } from "../../../contract/bookings/checkout.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { readWebhook, receiveEvent, type EventSubject } from "./payment-events.service.ts";
import type { DepositHandler, LaterChargeHandler, PurchaseHandler } from "./purchase.ts";
import { settleDispute } from "./settlement/dispute-steps.service.ts";
import { reconcile } from "./settlement/reconcile.service.ts";
import { settlePayment } from "./settlement/settlement.service.ts";

/**
 * The delay starts at one second and grows: half an hour in total, about the lifetime of a
 * checkout.
 */
const RETRIES = 10;

/** The signature covers the raw bytes, so this endpoint alone reads its body as text. */
export function paymentsRoutes(app: FastifyInstance, ctx: Ctx): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(paymentWebhook.path, async (request, reply) => {
      const signature = request.headers["stripe-signature"];
      const event = await readWebhook(
        ctx,
        String(request.body ?? ""),
        typeof signature === "string" ? signature : undefined,
      );
      await inTransaction(ctx, async (tx) => {
        const about = await receiveEvent(tx, event);
        if (about)
          await tx.jobs.send(
            tx.db,
            toJobName(about),
            {
              ...about,
              sessionId: event.sessionId,
              intentId: event.intentId,
              disputeId: event.disputeId,
            },
            { retryLimit: RETRIES },
          );
      });
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });
}

function toJobName(about: EventSubject): string {
  if ("bookingId" in about) return "settle-booking";
  return "chargeId" in about ? "settle-later-charge" : "settle-deposit";
}

/** The ids that a provider event contains. */
interface SettleJob {
  bookingId: string;
  sessionId: string | null;
  disputeId?: string | null;
}

interface SettleLaterJob {
  chargeId: string;
  intentId: string | null;
  disputeId?: string | null;
}

export const paymentsJobs = (
  ctx: Ctx,
  handler: PurchaseHandler,
  laterCharges: LaterChargeHandler,
  deposits: DepositHandler,
): JobHandler[] => [
  {
    name: "settle-deposit",
    async run({ depositOf, disputeId }: { depositOf: string; disputeId?: string | null }) {
      await deposits.settle(ctx, depositOf);
      if (disputeId) await settleDispute(ctx, { purchases: handler, laterCharges }, disputeId);
    },
  },
  {
    name: "settle-later-charge",
    async run({ chargeId, intentId, disputeId }: SettleLaterJob) {
      // A dispute is found by the payment that it is about.
      await laterCharges.settle(ctx, chargeId, intentId);
      if (disputeId) await settleDispute(ctx, { purchases: handler, laterCharges }, disputeId);
    },
  },
  {
    name: "settle-booking",
    async run({ bookingId, sessionId, disputeId }: SettleJob) {
      if (disputeId) await settleDispute(ctx, { purchases: handler, laterCharges }, disputeId);
      await settlePayment(ctx, handler, bookingId, sessionId);
    },
  },
  {
    name: "reconcile",
    cron: "*/15 * * * *",
    async run() {
      const found = await reconcile(ctx, { purchases: handler, laterCharges, deposits });
      if (found.repaired + found.reported + found.unanswered > 0)
        ctx.log.warn(found, "reconciliation");
    },
  },
];
