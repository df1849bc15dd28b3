// Sends a web push (RFC 8030) to the push service of a browser's vendor. The browser supplies the
// service's address, so the call goes out through the guard for strangers' URLs (decision 8).
import webPush from "web-push";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../context.ts";

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

/** The service has forgotten the browser, or knows it under another key of ours. */
const DEAD = [403, 404, 410];

/**
 * @returns whether the subscription is alive; if not, it should be deleted
 * @throws Error for a temporary failure
 */
export async function pushTo(
  ctx: Pick<Ctx, "postPublic" | "config" | "log">,
  { endpoint, p256dh, auth }: PushTarget,
  { payload, topic, seconds, keys }: PushMessage,
): Promise<boolean> {
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
  const status = await post(ctx, endpoint, { headers, body: details.body ?? Buffer.alloc(0) });
  if (status === undefined || DEAD.includes(status)) return false;
  if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
  if (status >= 300) ctx.log.error({ status }, "a push service refused an alert");
  return true;
}

/** @returns undefined for an address that may not be called */
async function post(
  ctx: Pick<Ctx, "postPublic">,
  endpoint: string,
  request: { headers: Record<string, string>; body: Buffer },
): Promise<number | undefined> {
  try {
    return await ctx.postPublic(endpoint, request);
  } catch (error) {
    const isRefused =
      error instanceof DomainError &&
      (error.code === "feed_address_refused" || error.code === "feed_url_invalid");
    if (isRefused) return undefined;
    throw error;
  }
}
