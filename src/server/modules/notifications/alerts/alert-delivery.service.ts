// Sends alerts in jobs: one decides where an alert goes, and each text message and push has its
// own, so that one is retried without repeating the others.
import { DomainError } from "../../../../domain/errors.ts";
import {
  ALERT_LIFE_HOURS,
  MAX_ALERT_TEXTS_A_DAY,
  quietEnd,
  toAlertMessage,
} from "../../../../domain/message/alert.ts";
import { isInCountry } from "../../../../domain/person/phone-countries.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { countAttempt } from "../../../platform/http/rate-limit.ts";
import { TextsStopped } from "../../../platform/mail/sms.ts";
import { pushTo } from "../../../platform/mail/web-push.ts";
import { ALERT } from "./alerts.service.ts";
import { readRecipient, stopTexts, type Recipient } from "./alert-settings.service.ts";
import {
  findAlert,
  isOutdated,
  lockWaitingAlert,
  markHandled,
  markTextSent,
  type AlertRow,
} from "./alerts.repository.ts";
import { getPushKeys } from "./push-keys.service.ts";
import {
  deleteEndpoint,
  findSubscription,
  findSubscriptions,
  recordPush,
  type Subscription,
} from "./push.repository.ts";

export const ALERT_TEXT = "alert-text";
export const ALERT_PUSH = "alert-push";

/** Of a text, with growing delays from one second: about nine minutes in all. */
export const TEXT_RETRIES = 9;
/** How long to wait before each retry of a push whose service fails. */
const PUSH_RETRY_SECONDS = [2, 30, 300];
/** A push service that fails for this long is given up. */
const PUSH_GIVE_UP_HOURS = 24;

const A_DAY = { attempts: MAX_ALERT_TEXTS_A_DAY, seconds: 86_400 };

/**
 * Queues an alert's texts and pushes, unless it is outdated. In quiet hours it waits for their end.
 */
export const planAlert = (
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs" | "config" | "sms">,
  { id }: { id: string },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const alert = await lockWaitingAlert(tx.db, id);
    if (!alert) return;
    const now = tx.clock.now();
    const recipient = await readRecipient(tx, alert.user_id);
    const age = now.getTime() - Date.parse(alert.created_at);
    if (!recipient || age > ALERT_LIFE_HOURS * 3_600_000 || (await isOutdated(tx.db, alert)))
      return markHandled(tx.db, id, now);
    const { quiet } = recipient;
    const until = alert.is_urgent && quiet.urgent_anyway ? undefined : quietEnd(quiet, now);
    if (until) {
      const delaySeconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
      return tx.jobs.send(tx.db, ALERT, { id }, { delaySeconds });
    }
    await markHandled(tx.db, id, now);
    const phone = recipient.wanted.text[alert.kind] ? textTarget(tx, recipient) : undefined;
    if (phone !== undefined && (await mayText(tx, alert, phone)))
      await tx.jobs.send(tx.db, ALERT_TEXT, { id });
    if (recipient.wanted.push[alert.kind])
      for (const subscription of await findSubscriptions(tx.db, alert.user_id))
        await queuePush(tx, id, subscription);
  });

/**
 * Pushes of one person run one at a time, and those to a failing service after all others, because
 * people choose the services themselves.
 */
const queuePush = (
  ctx: Pick<Ctx, "db" | "jobs">,
  id: string,
  { session_id, user_id, failing_since }: Subscription,
  { attempt = 0, delaySeconds = 0 } = {},
): Promise<void> =>
  ctx.jobs.send(
    ctx.db,
    ALERT_PUSH,
    { id, session_id, attempt },
    { group: user_id, priority: failing_since === null ? 0 : -1, delaySeconds },
  );

/** The number that may be texted. */
const textTarget = (ctx: Pick<Ctx, "sms">, { phone, textState }: Recipient): string | undefined =>
  ctx.sms.isOffered && textState === "ready" && phone !== null && isInCountry(phone)
    ? phone
    : undefined;

/** Counts a text against the limit of a day; several accounts may have verified the number. */
async function mayText(
  ctx: Pick<Ctx, "db" | "clock" | "config" | "log">,
  { id }: AlertRow,
  phone: string,
): Promise<boolean> {
  try {
    await countAttempt(ctx, `alert-texts:${phone}`, A_DAY);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ alert: id }, "an alert was not texted: too many texts in a day");
    return false;
  }
}

/**
 * Texts an alert. Twilio knows no idempotency key, so an alert is texted twice if the process dies
 * between its answer and the record of it.
 * @throws DomainError sms_failed, to be tried again
 */
export async function textAlert(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const alert = await findAlert(ctx.db, id);
  if (!alert || alert.text_sent_at !== null) return;
  const recipient = await readRecipient(ctx, alert.user_id);
  const to = recipient && textTarget(ctx, recipient);
  if (to === undefined) return;
  const { title, body, path } = alert;
  try {
    await ctx.sms.send({ to, text: toAlertMessage({ title, body, url: ctx.publicUrl() + path }) });
  } catch (error) {
    if (error instanceof TextsStopped) return stopTexts(ctx, alert.user_id, to);
    if (!(error instanceof DomainError) || error.code !== "sms_refused") throw error;
    return ctx.log.warn({ alert: id }, "an alert could not be texted: the number was refused");
  }
  await markTextSent(ctx.db, id, ctx.clock.now());
}

/** Pushes an alert to one browser. A repeated push replaces the first one on the screen. */
export async function pushAlert(
  ctx: Ctx,
  { id, session_id, attempt = 0 }: { id: string; session_id: string; attempt?: number },
): Promise<void> {
  const alert = await findAlert(ctx.db, id);
  const subscription = await findSubscription(ctx.db, session_id);
  if (!alert || subscription?.user_id !== alert.user_id) return;
  const { title, body, path } = alert;
  const result = await pushTo(ctx, subscription, {
    payload: { id, title, body, path },
    topic: id.replaceAll("-", ""),
    seconds: ALERT_LIFE_HOURS * 3600,
    keys: await getPushKeys(ctx),
  });
  if (result === "dead") return deleteEndpoint(ctx.db, subscription.endpoint);
  if (result === "failed") return retryPush(ctx, id, subscription, attempt);
  if (subscription.failing_since !== null) await recordPush(ctx.db, subscription.endpoint, null);
}

/** Tries a failed push again, unless its service was given up. */
const retryPush = (
  ctx: Ctx,
  id: string,
  subscription: Subscription,
  attempt: number,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const failing_since = await recordPush(tx.db, subscription.endpoint, now);
    if (failing_since === undefined) return;
    tx.log.warn({ alert: id, attempt }, "a push failed");
    if (now.getTime() - Date.parse(failing_since) >= PUSH_GIVE_UP_HOURS * 3_600_000)
      return deleteEndpoint(tx.db, subscription.endpoint);
    const delaySeconds = PUSH_RETRY_SECONDS[attempt];
    if (delaySeconds === undefined) return;
    const failing = { ...subscription, failing_since };
    await queuePush(tx, id, failing, { attempt: attempt + 1, delaySeconds });
  });
