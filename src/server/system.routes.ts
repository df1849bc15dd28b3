// Endpoints about the instance: health, readiness, local substitutes in use, the OpenAPI
// description, well-known addresses.
import type { FastifyInstance } from "fastify";
import {
  changePassword,
  getInstance,
  getOpenApi,
  getSecurityTxt,
  healthz,
  readyz,
} from "../contract/system.ts";
import { describeApi } from "../contract/openapi.ts";
import { addDays, todayInNassau } from "../domain/calendar/dates.ts";
import { RETRY_SECONDS } from "./platform/http/admission-control.ts";
import type { Ctx } from "./platform/context.ts";
import type { Health } from "./platform/observability/health.ts";
import type { Router } from "./platform/http/http.ts";

export function systemRoutes(router: Router, app: FastifyInstance, ctx: Ctx, health: Health): void {
  router.on(healthz, () => ({ status: "ok" as const }));
  router.on(readyz, async ({ reply }) => {
    const checks = await health.checkHealth();
    const isReady = Object.values(checks).every((each) => each === "ok");
    if (!isReady) reply.code(503).header("retry-after", String(RETRY_SECONDS));
    return { status: isReady ? ("ready" as const) : ("not_ready" as const), checks };
  });
  router.on(getInstance, () => ({ stand_ins: standIns(ctx), release: ctx.config.release }));
  let description: Record<string, unknown> | undefined;
  router.on(getOpenApi, ({ reply }) => {
    reply.header("cache-control", "public, max-age=60");
    return (description ??= describeApi(ctx.config.release, ctx.publicUrl()));
  });
  app.get("/api/openapi", (_request, reply) => reply.redirect(getOpenApi.path, 308));
  router.on(getSecurityTxt, ({ reply }) => {
    reply.header("cache-control", "public, max-age=3600");
    return securityTxt(ctx);
  });
  router.on(changePassword, ({ reply }) => {
    void reply
      .header("cache-control", "no-store")
      .redirect(`${ctx.publicUrl()}/settings#password`, 303);
    return null;
  });
}

/** RFC 9116 recommends less than a year. Counted from today, so the text stays the same all day. */
const SECURITY_TXT_DAYS = 180;

function securityTxt(ctx: Pick<Ctx, "clock" | "config" | "publicUrl">): string {
  const { email } = ctx.config.contacts;
  const expires = addDays(todayInNassau(ctx.clock.now()), SECURITY_TXT_DAYS);
  return [
    ...(email.isExample ? ["# An example address: this is a test instance."] : []),
    `Contact: mailto:${email.text}`,
    `Contact: ${ctx.publicUrl()}/support`,
    `Expires: ${expires}T00:00:00.000Z`,
    "Preferred-Languages: en",
    `Canonical: ${ctx.publicUrl()}${getSecurityTxt.path}`,
    "",
  ].join("\n");
}

type StandIn = "sandbox" | "mailbox" | "demo";

/** The names of local substitutes in the banner on every page (product.md, Stand-ins). */
export const STAND_IN_NAMES: Record<StandIn, string> = {
  sandbox: "payments are simulated",
  mailbox: "emails aren't sent",
  demo: "cars and people are sample data",
};

/** The local substitutes that this instance uses. */
export const standIns = (ctx: Pick<Ctx, "config" | "payments">): StandIn[] => [
  ...(ctx.payments.name === "sandbox" ? (["sandbox"] as const) : []),
  ...(ctx.config.smtpUrl ? [] : (["mailbox"] as const)),
  ...(ctx.config.demo ? (["demo"] as const) : []),
];
