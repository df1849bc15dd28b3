// The endpoints of the sandbox's checkout page, and of the admin page that simulates the
// cardholder's bank.
import { decideSandboxDispute } from "../../contract/admin/admin-money.ts";
import { getSandboxCheckout, paySandboxCheckout } from "../../contract/bookings/checkout.ts";
import { DomainError, type FieldError } from "../../domain/errors.ts";
import { checkCard, type CardField } from "../../domain/money/card.ts";
import { todayInNassau } from "../../domain/calendar/dates.ts";
import type { Ctx } from "../platform/context.ts";
import type { Router } from "../platform/http/http.ts";
import {
  decideDispute,
  findSandboxCheckout,
  payInSandbox,
} from "../platform/payments/sandbox-page.ts";

export function sandboxRoutes(router: Router, ctx: Ctx): void {
  router.on(getSandboxCheckout, async ({ params }) => {
    const row = await findSandboxCheckout(ctx, params.session_id);
    return { ...row, needs_confirmation: row.intent_status === "requires_action" };
  });
  router.on(paySandboxCheckout, async ({ params, body }) => {
    const number = body.number.replace(/[\s-]/g, "");
    const problems = checkCard({ ...body, number }, todayInNassau(ctx.clock.now()));
    const errors: FieldError[] = (Object.entries(problems) as [CardField, string][]).map(
      ([field, message]) => ({
        field: `body.${field}`,
        message,
      }),
    );
    if (errors.length > 0) throw new DomainError("invalid_request", { errors });
    const state = await payInSandbox(ctx, params.session_id, {
      number,
      confirmed: body.confirmed ?? false,
      webhooks: body.webhooks ?? "normal",
    });
    const { success_url } = await findSandboxCheckout(ctx, params.session_id);
    return { state, success_url };
  });
  router.on(decideSandboxDispute, async ({ params, body }) => {
    await decideDispute(ctx, params.dispute_id, body.outcome);
    return { outcome: body.outcome };
  });
}
