// Calls the card provider, and distinguishes a definite refusal from an unknown outcome.
import { DomainError } from "../../../../domain/errors.ts";
import type { Ctx } from "../../../platform/context.ts";
import { PaymentRefused } from "../../../platform/payments/provider.ts";

/**
 * @throws PaymentRefused when the provider has definitely refused
 * @throws DomainError payment_provider_failed when the outcome is unknown; to be retried
 */
export async function callProvider<T>(ctx: Pick<Ctx, "log">, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentRefused) throw error;
    ctx.log.error({ err: error }, "card provider");
    throw new DomainError("payment_provider_failed");
  }
}
