// The secrets from which phones make handover codes, and the check of an entered code
// (docs/decisions/0049).
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { DomainError } from "../../../domain/errors.ts";
import type { HandoverKind } from "../../../domain/trip/entry.ts";
import {
  agreedAt,
  codeDigits,
  codeMessage,
  HANDOVER_CODE_TRIES,
  possibleCodeSteps,
  startOfMinute,
  type CodedReading,
} from "../../../domain/trip/handover-code.ts";
import { checkInAt } from "../../../domain/trip/trip.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import { checkOpen, openTripFor, type TripActor } from "./open-trip.ts";
import {
  countCodeTry,
  findSecret,
  lockSecret,
  lockTrip,
  saveSecret,
  type HandoverSecretRow,
} from "./trips.repository.ts";

const SECRET_BYTES = 32;

const boundTo = (bookingId: string, handover: HandoverKind): string =>
  `handover-secret:${bookingId}:${handover}`;

/** Null if its encryption key no longer exists. */
function openSecret(
  { keys, log }: Pick<Ctx, "keys" | "log">,
  { booking_id, handover, sealed }: HandoverSecretRow,
): Buffer | null {
  try {
    return unseal(keys.sealing, sealed, boundTo(booking_id, handover));
  } catch (error) {
    log.warn({ err: error }, "a handover secret can't be opened");
    return null;
  }
}

/**
 * The secret of a handover, from which the phone of the host's side makes the codes. It is
 * available for both handovers once check-in is open, so that the phone has it without a network.
 * @param renew whether to make a new one if no tries are left. Before that, the renter's phone may
 * still have a right code of this one.
 * @throws DomainError not_found, no_trip, forbidden, handover_already_confirmed, trip_on_hold,
 * trip_entry_too_early
 */
export async function shareSecret(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys">,
  actor: TripActor,
  bookingId: string,
  { handover, renew }: { handover: HandoverKind; renew: boolean },
): Promise<{ secret: string; tries_left: number }> {
  return inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip } = await openTripFor(tx, actor, bookingId, "show_code");
    checkOpen(trip, handover);
    const opensAt = checkInAt(trip.facts.period);
    if (tx.clock.now() < opensAt)
      throw new DomainError("trip_entry_too_early", { opens_at: opensAt.toISOString() });
    const found = await findSecret(tx.db, bookingId, handover);
    const isSpent = found !== undefined && found.tries >= HANDOVER_CODE_TRIES;
    const stored = renew && isSpent ? undefined : found;
    const known = stored && openSecret(tx, stored);
    const secret = known ?? randomBytes(SECRET_BYTES);
    if (!known)
      await saveSecret(tx.db, {
        booking_id: bookingId,
        handover,
        sealed: seal(tx.keys.sealing, secret, boundTo(bookingId, handover)),
      });
    const tries = known && stored ? stored.tries : 0;
    return {
      secret: secret.toString("base64url"),
      tries_left: Math.max(0, HANDOVER_CODE_TRIES - tries),
    };
  });
}

export interface EnteredCode {
  /** The id of the confirmation, made on the renter's phone. */
  id: string;
  handover: HandoverKind;
  /** When the renter entered it, in ISO 8601, as for NewEntry. */
  at: string;
  deviceAt: string | undefined;
  /** The reading that the renter sees. */
  reading_id: string;
  code: string;
}

/** The secret that a code matches and the minute of the agreement, or why the code is refused. */
export type TriedCode =
  { sealed: Buffer; at: Date; refusal?: undefined } | { refusal: DomainError };

/**
 * Compares an entered code with those that the host's phone may have shown. A wrong code uses up a
 * try in its own transaction, whatever happens to the request. A right code uses up none, because
 * the request may fail for another reason and be repeated.
 */
export function tryCode(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys">,
  bookingId: string,
  { handover, at, code }: EnteredCode,
  reading: CodedReading,
): Promise<TriedCode> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockSecret(tx.db, bookingId, handover);
    const secret = found && found.tries < HANDOVER_CODE_TRIES ? openSecret(tx, found) : null;
    if (!found || !secret) return { refusal: new DomainError("no_valid_handover_code") };
    const enteredAt = Date.parse(at);
    const step = possibleCodeSteps(enteredAt).find((each) => {
      const text = codeMessage(handover, reading, each);
      const expected = codeDigits(createHmac("sha256", secret).update(text).digest());
      return timingSafeEqual(Buffer.from(expected), Buffer.from(code));
    });
    if (step !== undefined) {
      // The host's clock may be ahead of ours.
      const now = startOfMinute(tx.clock.now().getTime());
      return { sealed: found.sealed, at: new Date(Math.min(agreedAt(enteredAt, step), now)) };
    }
    await countCodeTry(tx.db, bookingId, handover);
    const tries_left = HANDOVER_CODE_TRIES - found.tries - 1;
    return { refusal: new DomainError("handover_code_wrong", { tries_left }) };
  });
}

/**
 * @returns the minute at which both sides agree
 * @throws DomainError handover_code_wrong; no_valid_handover_code, also if the secret was replaced
 * since the code was compared
 */
export async function acceptCode(
  { db }: Pick<Ctx, "db">,
  bookingId: string,
  handover: HandoverKind,
  tried: TriedCode,
): Promise<Date> {
  if (tried.refusal) throw tried.refusal;
  const found = await findSecret(db, bookingId, handover);
  if (!found?.sealed.equals(tried.sealed)) throw new DomainError("no_valid_handover_code");
  return tried.at;
}
