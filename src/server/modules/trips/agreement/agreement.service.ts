// The rental agreement of a trip: its text, its signatures and the PDF. A signature is an entry of
// the trip's chain and contains the text that was signed (docs/decisions/0046).
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Agreement } from "../../../../contract/bookings/agreements.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { DomainError } from "../../../../domain/errors.ts";
import type { BookingParty } from "../../../../domain/policies/booking.ts";
import { readUsageTerms } from "../../../../domain/tariff/usage-terms.ts";
import { writeAgreement } from "../../../../domain/trip/agreement.ts";
import type { AgreementText } from "../../../../domain/trip/agreement-text.ts";
import { canonicalText, type EntryContent } from "../../../../domain/trip/entry.ts";
import { checkSignature } from "../../../../domain/trip/signature.ts";
import { isRecordable, tripState } from "../../../../domain/trip/trip.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../../platform/context.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import type { SealingKeys } from "../../../platform/keys/sealing.ts";
import { openTrip, openTripFor, type OpenTrip } from "../open-trip.ts";
import { findEntry, lockTrip } from "../trips.repository.ts";
import { appendEntry } from "../trips.service.ts";
import { makeAgreementPdf, type ReceivedSignature } from "./agreement-pdf.ts";
import { getAgreedBooking } from "./agreement.repository.ts";

interface OpenAgreement {
  text: AgreementText;
  textSha256: string;
}

const MINUTE_MS = 60_000;
const hashOf = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
const hashText = (text: AgreementText): string => hashOf(canonicalText(text));

/** Proves that we wrote a text for this booking: "<key id>.<HMAC>". */
function proveText(key: SealingKeys["current"], bookingId: string, textSha256: string): string {
  const text = `agreement-text:${bookingId}:${textSha256}`;
  return `${key.id}.${createHmac("sha256", key.key).update(text).digest("hex")}`;
}

/** Whether the signer's phone has sent a text that we wrote for this booking. */
function isOurs(
  { keys }: Pick<Ctx, "keys">,
  bookingId: string,
  { text_sha256: textSha256, text, proof }: GivenSignature,
): boolean {
  const key = keys.sealing.all.get(proof.slice(0, Math.max(0, proof.indexOf("."))));
  if (!key) return false;
  const expected = Buffer.from(proveText(key, bookingId, textSha256));
  const given = Buffer.from(proof);
  return (
    expected.length === given.length &&
    timingSafeEqual(expected, given) &&
    hashText(text) === textSha256
  );
}

/** Writes the agreement from the booking as it is now. */
export async function writeCurrentAgreement(
  { db }: DbCtx,
  { row, facts }: OpenTrip,
): Promise<AgreementText> {
  const booking = await getAgreedBooking(db, row.id);
  return writeAgreement({
    bookingNumber: formatBookingNumber(row.number),
    host: `${row.host_first_name} ${row.host_last_name}`,
    renter: `${row.renter_first_name} ${row.renter_last_name}`,
    drivers: booking.drivers,
    car: {
      year: booking.year,
      make: booking.make,
      model: booking.model,
      color: booking.color,
      licensePlate: booking.license_plate,
      isElectric: row.fuel_type === "electric",
    },
    documents: booking.documents,
    period: facts.period,
    place: row.meeting_place_name ?? booking.location,
    lines: booking.lines,
    rentalCents: booking.total_cents,
    usageTerms: readUsageTerms(booking),
    hasPrepaidFuel: booking.has_prepaid_fuel,
  });
}

/** Oldest first. */
function findSignatures({ handovers, rows }: OpenTrip): ReceivedSignature[] {
  const received = new Map(rows.map(({ id, received_at }) => [id, received_at]));
  return handovers.pickup.signatures.map((each) => ({
    ...each,
    receivedAt: received.get(each.id) ?? each.at,
  }));
}

/** Whether signing is over: the trip was cancelled before the pickup, or has closed. */
const isOver = ({ facts }: OpenTrip, now: Date): boolean =>
  !isRecordable(facts) || tripState(facts, now) === "closed";

/**
 * The text that both sides can sign now, or the one that they signed. It follows the booking until
 * the pickup is confirmed, and then stays. After the trip it is the pickup's text or, without one,
 * the last that was signed.
 * @throws DomainError no_trip if the trip is over and nobody signed
 */
async function openAgreement(
  ctx: Pick<Ctx, "db" | "clock">,
  trip: OpenTrip,
): Promise<OpenAgreement> {
  const agreed = trip.handovers.pickup.confirmation?.content.agreement;
  if (isOver(trip, ctx.clock.now())) {
    const last = trip.handovers.pickup.signatures.at(-1)?.content;
    if (!last) throw new DomainError("no_trip", { status: trip.row.status });
    const text = agreed ?? last.text;
    return { text, textSha256: hashText(text) };
  }
  const text = agreed ?? (await writeCurrentAgreement(ctx, trip));
  return { text, textSha256: hashText(text) };
}

/** Whether the text could be signed at that time. From the pickup on, only its text can. */
function couldBeSigned({ handovers }: OpenTrip, { at, text_sha256 }: GivenSignature): boolean {
  const { confirmation } = handovers.pickup;
  const agreed = confirmation?.content.agreement;
  if (!confirmation || !agreed || hashText(agreed) === text_sha256) return true;
  return Date.parse(at) < Date.parse(confirmation.at) + MINUTE_MS;
}

const findSignature = (
  trip: OpenTrip,
  side: BookingParty,
  textSha256: string,
): ReceivedSignature | undefined =>
  findSignatures(trip).find(
    (each) => each.side === side && each.content.text_sha256 === textSha256,
  );

function presentAgreement(
  { keys }: Pick<Ctx, "keys">,
  trip: OpenTrip,
  { text, textSha256 }: OpenAgreement,
  viewer: BookingParty,
  now: Date,
): Agreement {
  const maySign = !isOver(trip, now) && viewer !== "admin";
  return {
    text_sha256: textSha256,
    proof: proveText(keys.sealing.current, trip.row.id, textSha256),
    ...text,
    signatures: findSignatures(trip).flatMap(({ id, side, at, receivedAt, content }) =>
      // Admins don't sign.
      side === "admin"
        ? []
        : [
            {
              id,
              side,
              name: content.name,
              path: content.path,
              at,
              received_at: receivedAt,
              text_sha256: content.text_sha256,
            },
          ],
    ),
    may_sign: maySign && !findSignature(trip, viewer, textSha256),
  };
}

/** @throws DomainError not_found, no_trip */
export async function readAgreement(
  ctx: DataCtx & Pick<Ctx, "keys">,
  user: User,
  bookingId: string,
): Promise<Agreement> {
  const { trip, side } = await openTripFor(ctx, user, bookingId, "read_agreement");
  return presentAgreement(ctx, trip, await openAgreement(ctx, trip), side, ctx.clock.now());
}

export interface GivenSignature {
  /** Made on the phone. */
  id: string;
  /** As for NewEntry. */
  at: string;
  device_at?: string | undefined;
  /** The text that the signer was shown, and the proof that came with it. */
  text_sha256: string;
  text: AgreementText;
  proof: string;
  name: string;
  path?: string | undefined;
}

/** @throws DomainError trip_entry_id_taken if the id belongs to another entry */
async function isSignedAlready(
  ctx: Pick<Ctx, "db">,
  user: User,
  bookingId: string,
  {
    id,
    text_sha256,
    name,
    path = null,
  }: Pick<GivenSignature, "id" | "text_sha256" | "name"> & {
    path?: string | null;
  },
): Promise<boolean> {
  const known = await findEntry(ctx.db, id);
  if (!known) return false;
  const content = known.content as Partial<ReceivedSignature["content"]>;
  const isSame =
    known.booking_id === bookingId &&
    known.author_id === user.id &&
    known.kind === "signature" &&
    content.text_sha256 === text_sha256 &&
    content.name === name &&
    content.path === path;
  if (!isSame) throw new DomainError("trip_entry_id_taken");
  return true;
}

/**
 * Signs the text that was shown, even if it has changed since, and records the hashes of the text
 * and the PDF in the audit log. The signature may arrive days after it was made.
 * @throws DomainError not_found, no_trip, agreement_changed, agreement_already_signed,
 * trip_entry_id_taken, trip_entry_in_future, trip_entry_too_early, trip_entry_too_late,
 * too_many_trip_entries, and the codes of checkSignature
 */
export async function signAgreement(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys">,
  user: User,
  bookingId: string,
  given: GivenSignature,
): Promise<Agreement> {
  const { id, at, device_at: deviceAt, name, path = null, text, text_sha256: textSha256 } = given;
  checkSignature({ name, path });
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip, side } = await openTripFor(tx, user, bookingId, "sign");
    if (await isSignedAlready(tx, user, bookingId, { ...given, path })) return;
    if (!isOurs(tx, bookingId, given) || !couldBeSigned(trip, given)) {
      const current = await openAgreement(tx, trip);
      throw new DomainError("agreement_changed", {
        text_sha256: current.textSha256,
        ...current.text,
      });
    }
    const earlier = findSignature(trip, side, textSha256);
    if (earlier) throw new DomainError("agreement_already_signed", { signed_at: earlier.at });
    const content: EntryContent = { kind: "signature", text_sha256: textSha256, text, name, path };
    const entry = { id, handover: "pickup" as const, at, deviceAt, content };
    const { position, hash } = await appendEntry(tx, trip, { user, side, entry });
    // The PDF that anybody gets from now on.
    const pdf = await makePdf(await openTrip(tx, bookingId), { text, textSha256 });
    await recordAudit(tx, {
      actorKind: side,
      actorId: user.id,
      action: "trip.sign",
      subjectType: "booking",
      subjectId: bookingId,
      after: {
        position,
        head_hash: hash.toString("hex"),
        text_sha256: textSha256,
        pdf_sha256: hashOf(pdf),
      },
    });
  });
  return readAgreement(ctx, user, bookingId);
}

const makePdf = (trip: OpenTrip, agreement: OpenAgreement): Promise<Buffer> =>
  makeAgreementPdf({
    ...agreement,
    signatures: findSignatures(trip),
    unsignedDate: trip.facts.approvedAt,
  });

/**
 * The PDF of the current text, or of one that was signed, with its signatures.
 * @throws DomainError not_found, no_trip
 */
export async function readAgreementPdf(
  ctx: DataCtx,
  user: User,
  bookingId: string,
  textSha256: string,
): Promise<Buffer> {
  const { trip } = await openTripFor(ctx, user, bookingId, "read_agreement");
  const current = await openAgreement(ctx, trip);
  const { signatures } = trip.handovers.pickup;
  const signed = signatures.find(({ content }) => content.text_sha256 === textSha256);
  const text = signed?.content.text ?? (current.textSha256 === textSha256 ? current.text : null);
  if (!text) throw new DomainError("not_found", { what: "agreement" });
  return makePdf(trip, { text, textSha256 });
}
