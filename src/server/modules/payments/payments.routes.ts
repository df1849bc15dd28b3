// The card provider's webhook, and the jobs that settle and compare payments.
import type { FastifyInstance } from "fastify";
import { paymentWebhook } from "../../../contract/bookings/checkout.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { readWebhook, receiveEvent } from "./payment-events.service.ts";
import type { PurchaseHandler } from "./purchase.ts";
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
        const bookingId = await receiveEvent(tx, event);
        if (bookingId)
          await tx.jobs.send(
            tx.db,
            "settle-booking",
            { bookingId, sessionId: event.sessionId, disputeId: event.disputeId },
            { retryLimit: RETRIES },
          );
      });
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });
}

/** The ids that a provider event contains. */
interface SettleJob {
  bookingId: string;
  sessionId: string | null;
  disputeId?: string | null;
}

export const paymentsJobs = (ctx: Ctx, handler: PurchaseHandler): JobHandler[] => [
  {
    name: "settle-booking",
    async run({ bookingId, sessionId, disputeId }: SettleJob) {
      if (disputeId) await settleDispute(ctx, handler, disputeId);
      await settlePayment(ctx, handler, bookingId, sessionId);
    },
  },
  {
    name: "reconcile",
    cron: "*/15 * * * *",
    async run() {
      const found = await reconcile(ctx, handler);
      if (found.repaired + found.reported + found.unanswered > 0)
        ctx.log.warn(found, "reconciliation");
    },
  },
];
