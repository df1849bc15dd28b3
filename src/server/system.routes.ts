// The instance about itself: health, readiness, which stand-ins are in use, the OpenAPI description.
import type pg from "pg";
import { getInstance, getOpenApi, healthz, readyz } from "../contract/system.ts";
import { describeApi } from "../contract/openapi.ts";
import { DomainError } from "../domain/errors.ts";
import type { Ctx } from "./platform/context.ts";
import type { Router } from "./platform/http.ts";
import { isMigrated } from "./platform/migrations.ts";

export function systemRoutes(router: Router, ctx: Ctx, pool: pg.Pool, isStopping: () => boolean): void {
  router.on(healthz, () => ({ status: "ok" as const }));
  router.on(readyz, async () => {
    const ready = !isStopping() && (await isMigrated(pool).catch(() => false));
    if (!ready) throw new DomainError("busy", { retry_after_seconds: 5 });
    return { status: "ready" as const };
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
