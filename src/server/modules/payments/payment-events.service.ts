// Receives the card provider's events: verifies and stores them, finds the booking that each is
// about, and raises incidents for admins.
import { isDomainError, type DomainError } from "../../../domain/errors.ts";
import type { Ctx, DbCtx } from "../../platform/context.ts";
import { isUuid } from "../../platform/database/cursor.ts";
import type { ProviderEvent } from "../../platform/payments/provider.ts";
import { findUserNames } from "../accounts/accounts.service.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import {
  areEventsMissing,
  findEventBooking,
  findEventCharge,
  findEventDeposit,
  finishEvent,
  insertEvent,
} from "./payment-events.repository.ts";
import { findPaymentRow } from "./payments.repository.ts";

/** Events about checkouts, payments, refunds and disputes. Others are stored and ignored. */
const PAYMENT_EVENTS = /^(checkout\.session|payment_intent|charge|refund)\./;

const HOUR_MS = 3_600_000;
/** Events usually arrive within seconds. This long after an authorisation they count as missing. */
const MISSING_AFTER_MS = HOUR_MS;
/** Authorisations that are older than this are not checked for missing events. */
const MISSING_UNTIL_MS = 24 * HOUR_MS;
/**
 * Anybody can post to the webhook. So in each interval a process logs at most one unsigned event,
 * and logs and examines at most one with a signature.
 */
const CHECK_EVERY_MS = 60_000;

/**
 * Reads an event posted to the webhook. Refusals are counted, and some are logged (CHECK_EVERY_MS).
 * @throws DomainError webhook_signature_invalid, malformed_json
 */
export async function readWebhook(
  ctx: Ctx,
  rawBody: string,
  signature: string | undefined,
): Promise<ProviderEvent> {
  try {
    return ctx.payments.readEvent(rawBody, signature, ctx.clock.now());
  } catch (error) {
    if (isDomainError(error, "webhook_signature_invalid")) await recordRefused(ctx, error);
    throw error;
  }
}

/** When this process last noted a refusal. Unsigned events must not delay the alarm. */
const lastChecks = {
  unsigned: new WeakMap<object, number>(),
  signed: new WeakMap<object, number>(),
};

/**
 * Records a refused event. A wrong signing secret must not go unnoticed, but strangers must not be
 * able to raise incidents, so a refusal becomes one only while expected events are missing.
 */
async function recordRefused(
  ctx: Ctx,
  { details }: DomainError<"webhook_signature_invalid">,
): Promise<void> {
  const { reason } = details;
  ctx.metrics.webhookRefused(reason);
  const now = ctx.clock.now();
  const checks = lastChecks[reason === "missing" ? "unsigned" : "signed"];
  const last = checks.get(ctx.db);
  if (last !== undefined && Math.abs(now.getTime() - last) < CHECK_EVERY_MS) return;
  checks.set(ctx.db, now.getTime());
  ctx.log.warn({ reason }, "an event for the webhook was refused");
  if (reason === "missing") return;
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  if (!(await areEventsMissing(ctx.db, before(MISSING_UNTIL_MS), before(MISSING_AFTER_MS)))) return;
  const day = now.toISOString().slice(0, 10);
  await recordIncident(ctx, {
    key: "webhook:events_missing",
    kind: "webhook_refused",
    details: { reason, day },
  });
}

/** What an event is about. */
export type EventSubject = { bookingId: string } | { chargeId: string } | { depositOf: string };

async function findSubject(
  { db, payments }: Pick<Ctx, "db" | "payments">,
  event: ProviderEvent,
): Promise<EventSubject | undefined> {
  const bookingId = await findEventBooking(db, event, payments.name);
  if (bookingId) return { bookingId };
  const chargeId = await findEventCharge(db, event, payments.name);
  if (chargeId) return { chargeId };
  const depositOf = await findEventDeposit(db, event, payments.name);
  return depositOf ? { depositOf } : undefined;
}

function sayOutcome(subject: EventSubject | undefined): string {
  if (!subject) return "about no payment of ours";
  if ("bookingId" in subject) return `settles ${subject.bookingId}`;
  return "chargeId" in subject
    ? `settles later charge ${subject.chargeId}`
    : `settles deposit of ${subject.depositOf}`;
}

/**
 * Stores an event raw, once per id. An event that names our booking, but no payment that we know,
 * becomes an incident.
 * @returns the id of the booking, the later charge or the deposit's booking; undefined for a
 * repeat, and for an event about none of them
 */
export async function receiveEvent(
  ctx: Ctx,
  event: ProviderEvent,
): Promise<EventSubject | undefined> {
  if (!(await insertEvent(ctx.db, event, ctx.payments.name, ctx.clock.now()))) return undefined;
  if (!PAYMENT_EVENTS.test(event.type)) {
    await finishEvent(
      ctx.db,
      event.id,
      "of a type that is not used",
      ctx.payments.name,
      ctx.clock.now(),
    );
    return undefined;
  }
  const subject = await findSubject(ctx, event);
  await finishEvent(ctx.db, event.id, sayOutcome(subject), ctx.payments.name, ctx.clock.now());
  if (subject) return subject;
  const { id, type, sessionId, intentId, bookingId: claimed } = event;
  if (await isClaimed(ctx, event))
    await recordIncident(ctx, {
      key: `event:${id}`,
      kind: "event_unknown",
      details: { event: id, type, session: sessionId, intent: intentId, booking: claimed },
    });
  return undefined;
}

/**
 * Whether an event names our booking, or one of our renters with a booking that we don't have, as
 * after restoring a backup. Other shops on the provider's account have other bookings and renters.
 */
async function isClaimed(ctx: DbCtx, { bookingId, renterId }: ProviderEvent): Promise<boolean> {
  if (bookingId === null || !isUuid(bookingId)) return false;
  if (await findPaymentRow(ctx.db, bookingId)) return true;
  return (
    renterId !== null && isUuid(renterId) && (await findUserNames(ctx.db, [renterId])).size > 0
  );
}
