// Sends a web push (RFC 8030) to the push service of a browser's vendor. The browser supplies the
// service's address, so the call goes out through the guard for strangers' URLs (decision 8).
import { ECDH } from "node:crypto";
import webPush from "web-push";
import { isDomainError } from "../../../domain/errors.ts";
import type { Config } from "../../config.ts";
import type { Ctx } from "../context.ts";
import type { PublicPostRequest } from "../http/public-fetch.ts";

/** A browser's subscription. The keys are in base64url. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** Encrypted for the browser alone (RFC 8291). */
  payload: object;
  /** Up to 32 letters and digits. A push replaces an undelivered one with the same topic. */
  topic: string;
  /** How long the push service keeps it for a device that can't be reached. */
  seconds: number;
  /** This marketplace's keys (RFC 8292). */
  keys: { publicKey: string; privateKey: string };
}

/** "dead": the subscription should be deleted. "failed": it may work later. */
type PushResult = "accepted" | "dead" | "failed";

/** The service has forgotten the browser, or knows it under another key of ours. */
const DEAD = [403, 404, 410];

/**
 * Push services speak HTTPS on its usual port (RFC 8030, 8). Those of the tests don't, so stand-ins
 * may also be plain HTTP on any port.
 */
export function isPushEndpoint(config: Pick<Config, "standInsAllowed">, text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  return url.protocol === "https:"
    ? url.port === ""
    : config.standInsAllowed && url.protocol === "http:";
}

/** Whether a text is a point of the curve that payloads are encrypted with (RFC 8291, 3.1). */
export function isPushKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

export async function pushTo(
  ctx: Pick<Ctx, "postPublic" | "config" | "log">,
  { endpoint, p256dh, auth }: PushTarget,
  { payload, topic, seconds, keys }: PushMessage,
): Promise<PushResult> {
  if (!isPushEndpoint(ctx.config, endpoint) || !isPushKey(p256dh)) return "dead";
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: `mailto:${ctx.config.contacts.email.text}`, ...keys },
      TTL: seconds,
      urgency: "high",
      topic,
    },
  );
  const headers = Object.fromEntries(
    Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
  );
  return post(ctx, endpoint, { headers, body: details.body ?? Buffer.alloc(0) });
}

async function post(
  ctx: Pick<Ctx, "postPublic" | "log">,
  endpoint: string,
  request: PublicPostRequest,
): Promise<PushResult> {
  try {
    const status = await ctx.postPublic(endpoint, request);
    if (DEAD.includes(status)) return "dead";
    if (status === 429 || status >= 500) return "failed";
    if (status >= 300) ctx.log.warn({ status }, "a push service refused an alert");
    return "accepted";
  } catch (error) {
    if (isDomainError(error, "feed_address_refused") || isDomainError(error, "feed_url_invalid"))
      return "dead";
    if (isDomainError(error, "feed_unreachable") || isDomainError(error, "feed_too_slow"))
      return "failed";
    throw error;
  }
}
