// The instance about itself: health, readiness, which stand-ins are in use, the OpenAPI description.
import { getInstance, getOpenApi, healthz, readyz } from "../contract/system.ts";
import { describeApi } from "../contract/openapi.ts";
import { RETRY_SECONDS } from "./platform/capacity.ts";
import type { Ctx } from "./platform/context.ts";
import type { Health } from "./platform/health.ts";
import type { Router } from "./platform/http.ts";

export function systemRoutes(router: Router, ctx: Ctx, health: Health): void {
  router.on(healthz, () => ({ status: "ok" as const }));
  router.on(readyz, async ({ reply }) => {
    const checks = await health.look();
    const isReady = Object.values(checks).every((each) => each === "ok");
    if (!isReady) reply.code(503).header("retry-after", String(RETRY_SECONDS));
    return { status: isReady ? ("ready" as const) : ("not_ready" as const), checks };
  });
  router.on(getInstance, () => ({ stand_ins: standIns(ctx), release: ctx.config.release }));
  let description: Record<string, unknown> | undefined;
  router.on(getOpenApi, ({ reply }) => {
    reply.header("cache-control", "public, max-age=60");
    return (description ??= describeApi(ctx.config.release));
  });
}

type StandIn = "sandbox" | "mailbox" | "demo";

/** As the banner on every page names them (product.md, Stand-ins). */
export const STAND_IN_NAMES: Record<StandIn, string> = {
  sandbox: "sandbox checkout",
  mailbox: "development mailbox",
  demo: "demo data",
};

/** The stand-ins that this instance uses. */
export const standIns = (ctx: Ctx): StandIn[] => [
  ...(ctx.payments.name === "sandbox" ? (["sandbox"] as const) : []),
  ...(ctx.config.smtpUrl ? [] : (["mailbox"] as const)),
  ...(ctx.config.demo ? (["demo"] as const) : []),
];
