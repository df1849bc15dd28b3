// SQL for the inbox of the provider's events, and the bookings that they are about.
import { isUuid } from "../../platform/database/cursor.ts";
import type { Db } from "../../platform/database/database.ts";
import type { ProviderEvent } from "../../platform/payments/provider.ts";
import type { Provider } from "./payments.repository.ts";

/** Stores an event unchanged. @returns false if it was already stored. */
export async function insertEvent(
  db: Db,
  event: ProviderEvent,
  provider: Provider,
  now: Date,
): Promise<boolean> {
  const stored = await db
    .insertInto("payment_events")
    .values({
      provider: provider,
      event_id: event.id,
      type: event.type,
      payload: event.payload,
      received_at: now.toISOString(),
      handled_at: null,
      outcome: null,
    })
    .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
    .returning("event_id")
    .executeTakeFirst();
  return stored !== undefined;
}

export async function finishEvent(
  db: Db,
  eventId: string,
  outcome: string,
  provider: Provider,
  now: Date,
): Promise<void> {
  await db
    .updateTable("payment_events")
    .set({ handled_at: now.toISOString(), outcome })
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .execute();
}

/**
 * Whether a card was authorised between two instants and no event has arrived since its checkout
 * was recorded. The payment's own events come after that, but possibly before we book the
 * authorisation.
 */
export async function areEventsMissing(db: Db, from: Date, to: Date): Promise<boolean> {
  const authorisation = await db
    .selectFrom("ledger_transactions as authorised")
    .innerJoin("payments", "payments.booking_id", "authorised.booking_id")
    .select("authorised.id")
    .where("authorised.kind", "=", "authorized")
    .where("authorised.at", ">=", from.toISOString())
    .where("authorised.at", "<=", to.toISOString())
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_events")
            .select("event_id")
            .whereRef("received_at", ">=", "payments.created_at"),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return authorisation !== undefined;
}

/** The later charge of one of the provider's sessions or intents, or that an event names. */
export async function findEventCharge(
  db: Db,
  { sessionId, intentId, bookingId }: Pick<ProviderEvent, "sessionId" | "intentId" | "bookingId">,
  provider: Provider,
): Promise<string | undefined> {
  const charge = await db
    .selectFrom("later_charges")
    .select("id")
    .where((row) => row.or([row("provider", "=", provider), row("page_provider", "=", provider)]))
    .where((row) =>
      row.or([
        row("session_id", "=", sessionId ?? ""),
        row("intent_id", "=", intentId ?? ""),
        row("declined_intent_id", "=", intentId ?? ""),
        row("id", "=", bookingId !== null && isUuid(bookingId) ? bookingId : null),
      ]),
    )
    .executeTakeFirst();
  return charge?.id;
}

/** The booking whose deposit one of the provider's sessions or intents, or the event, is about. */
export async function findEventDeposit(
  db: Db,
  { sessionId, intentId, bookingId }: Pick<ProviderEvent, "sessionId" | "intentId" | "bookingId">,
  provider: Provider,
): Promise<string | undefined> {
  const hold = await db
    .selectFrom("deposit_holds")
    .select("booking_id")
    .where("provider", "=", provider)
    .where((row) =>
      row.or([
        row("session_id", "=", sessionId ?? ""),
        row("intent_id", "=", intentId ?? ""),
        row("id", "=", bookingId !== null && isUuid(bookingId) ? bookingId : null),
      ]),
    )
    .executeTakeFirst();
  return hold?.booking_id;
}

/**
 * The booking of one of the provider's sessions or intents. If our record does not have the session
 * or intent yet, for example after a lost response, the booking that the event names is used.
 */
export async function findEventBooking(
  db: Db,
  { sessionId, intentId, bookingId }: Pick<ProviderEvent, "sessionId" | "intentId" | "bookingId">,
  provider: Provider,
): Promise<string | undefined> {
  const named = bookingId !== null && isUuid(bookingId) ? bookingId : null;
  const payment = await db
    .selectFrom("payments")
    .select("booking_id")
    .where("provider", "=", provider)
    .where((row) =>
      row.or([
        row("session_id", "=", sessionId ?? ""),
        row("intent_id", "=", intentId ?? ""),
        row.and([row("booking_id", "=", named), row("session_id", "is", null)]),
        ...(sessionId === null
          ? [row.and([row("booking_id", "=", named), row("intent_id", "is", null)])]
          : []),
      ]),
    )
    .executeTakeFirst();
  return payment?.booking_id;
}
