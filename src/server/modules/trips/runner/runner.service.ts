// What the holder of a link can do: open it, read the handover and record it. The secret in the
// link's fragment is exchanged for a token that works for an hour. Every request also checks the
// link, so a revoked link stops working immediately.
import type { RunnerHandover } from "../../../../contract/bookings/runner-links.ts";
import type { Handover } from "../../../../contract/bookings/trips.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { checkRunnerLink, RUNNER_TOKEN_MINUTES } from "../../../../domain/helper/runner-link.ts";
import { personalTopic } from "../../../../domain/live.ts";
import { listExtras } from "../../../../domain/listing/add-ons/extras.ts";
import type { HandoverKind } from "../../../../domain/trip/entry.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type DataCtx } from "../../../platform/context.ts";
import { addressKey, countAttempt, type LimitCtx } from "../../../platform/http/rate-limit.ts";
import { seal, unseal } from "../../../platform/keys/sealing.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { findAuthors } from "../authors.repository.ts";
import { shareSecret } from "../handover-secrets.service.ts";
import { openTrip, type OpenTrip, type Runner } from "../open-trip.ts";
import { presentTrip } from "../trips.presenter.ts";
import { findPhotos } from "../trips.repository.ts";
import { readPhotoFile } from "../trip-photos.service.ts";
import { expectedAt, hashSecret, toLinkFacts } from "./runner-links.service.ts";
import { findLink, findRunnerFacts, markOpened, type LinkRow } from "./runner-links.repository.ts";

const MINUTE_MS = 60_000;
const BOUND_TO = "runner-token";
/** Nobody can guess a 256-bit secret; the limit protects the database from attempts. */
const OPENINGS = { attempts: 60, seconds: 600 };
/** Photos, marks and readings sent with one link, including retries. */
const REQUESTS = { attempts: 600, seconds: 3600 };

/**
 * Exchanges the secret of a link for a token.
 * @throws DomainError not_found for an unknown one, rate_limited, and the codes of checkRunnerLink
 */
export async function openLink(
  ctx: LimitCtx & Pick<Ctx, "log" | "keys">,
  secret: string,
  address: string,
): Promise<{ token: string; expires_at: string }> {
  await countAttempt(ctx, `runner-openings:${addressKey(address)}`, OPENINGS);
  const link = await findLink(ctx.db, { secretHash: hashSecret(secret) });
  if (!link) throw new DomainError("not_found", { what: "link" });
  await checkLink(ctx, link);
  const now = ctx.clock.now();
  await inTransaction(ctx, async (tx) => {
    await markOpened(tx.db, link.id, now);
    await recordUse(tx, link, "open");
    await publishLive(tx, [personalTopic(link.host_id)], "bookings", link.booking_id);
  });
  const expires_at = new Date(now.getTime() + RUNNER_TOKEN_MINUTES * MINUTE_MS).toISOString();
  const plain = Buffer.from(JSON.stringify({ id: link.id, expires_at }));
  return { token: seal(ctx.keys.sealing, plain, BOUND_TO).toString("base64url"), expires_at };
}

/** @throws DomainError runner_token_expired */
function readToken({ keys, clock }: Pick<Ctx, "keys" | "clock">, token: unknown): string {
  try {
    const sealed = Buffer.from(String(token), "base64url");
    const { id, expires_at } = JSON.parse(
      unseal(keys.sealing, sealed, BOUND_TO).toString(),
    ) as Record<string, string>;
    if (id !== undefined && Date.parse(expires_at ?? "") > clock.now().getTime()) return id;
  } catch {
    // Not one of ours.
  }
  throw new DomainError("runner_token_expired");
}

/** @throws DomainError and the codes of checkRunnerLink */
async function checkLink(ctx: DataCtx, link: LinkRow): Promise<OpenTrip> {
  const trip = await openTrip(ctx, link.booking_id);
  const now = ctx.clock.now();
  checkRunnerLink(toLinkFacts(trip, link, now), now);
  return trip;
}

export interface OpenedRunner {
  runner: Runner;
  link: LinkRow;
  trip: OpenTrip;
}

/**
 * Who sends a request with a token.
 * @throws DomainError runner_token_expired, not_found, rate_limited, and the codes of
 * checkRunnerLink
 */
export async function openRunner(
  ctx: LimitCtx & Pick<Ctx, "keys">,
  token: unknown,
): Promise<OpenedRunner> {
  const id = readToken(ctx, token);
  await countAttempt(ctx, `runner:${id}`, REQUESTS);
  const link = await findLink(ctx.db, { id });
  if (!link) throw new DomainError("not_found", { what: "link" });
  const trip = await checkLink(ctx, link);
  const { booking_id: bookingId, handover, host_id: hostId } = link;
  const runner: Runner = {
    linkId: link.id,
    bookingId,
    handover,
    hostId,
    // The link may be revoked or used up while a photo is being sent.
    async checkLink({ db }, opened) {
      const current = await findLink(db, { id });
      if (!current) throw new DomainError("not_found", { what: "link" });
      const now = ctx.clock.now();
      checkRunnerLink(toLinkFacts(opened, current, now), now);
    },
  };
  return { runner, link, trip };
}

/** Reduces the other handover to its time and whether it is confirmed. */
const hide = ({ confirmation, opens_at }: Handover): Handover => ({
  opens_at,
  reading: null,
  photos: [],
  marks: [],
  licence_check: null,
  return_notice: null,
  confirmation,
  lockbox_answer: null,
  answer_until: null,
  may_answer: false,
  may_record: false,
  may_mark_until: null,
  may_mark: false,
});

const other = (handover: HandoverKind): HandoverKind =>
  handover === "pickup" ? "return" : "pickup";

/** The handover as its runner sees it, read again after an entry. */
export async function readHandover(
  ctx: DataCtx,
  { link }: Pick<OpenedRunner, "link">,
): Promise<RunnerHandover> {
  const { booking_id: bookingId, handover } = link;
  const trip = await openTrip(ctx, bookingId);
  const stored = new Set((await findPhotos(ctx.db, bookingId)).map((photo) => photo.entry_id));
  const now = ctx.clock.now();
  const { color, license_plate, extras } = await findRunnerFacts(ctx.db, bookingId);
  // A runner sees which side the others act for, but not their names.
  const others = [...(await findAuthors(ctx.db, bookingId, link.id)).keys()];
  const shown = presentTrip(trip, {
    side: "host",
    isHelper: true,
    authors: new Map(others.map((entry) => [entry, trip.row.host_first_name])),
    stored,
    deposit: null,
    hasLockbox: false,
    lockbox: undefined,
    now,
  });
  return {
    name: link.name,
    host_first_name: shown.host.first_name,
    handover,
    at: expectedAt(trip, handover, now).toISOString(),
    expires_at: toLinkFacts(trip, link, now).expiresAt.toISOString(),
    car: { title: shown.car.title, color, license_plate, image: shown.car.image },
    extras: listExtras(extras),
    trip: {
      ...shown,
      renter: { first_name: shown.renter.first_name, last_name: "" },
      host: { first_name: shown.host.first_name, last_name: "" },
      delay: { reported: null, times: [] },
      lockbox: null,
      [other(handover)]: hide(shown[other(handover)]),
      [handover]: { ...shown[handover], return_notice: null, lockbox_answer: null },
    },
  };
}

/**
 * A photo of the runner's handover.
 * @throws DomainError not_found
 */
export async function openRunnerPhoto(
  ctx: Pick<Ctx, "db" | "keys" | "tripPhotos">,
  { trip, runner }: OpenedRunner,
  photoId: string,
): Promise<Buffer> {
  const isShown = trip.handovers[runner.handover].photos.some(({ id }) => id === photoId);
  const photos = isShown ? await findPhotos(ctx.db, runner.bookingId) : [];
  const photo = photos.find(({ entry_id }) => entry_id === photoId);
  const body = photo && (await readPhotoFile(ctx, photo));
  if (!body) throw new DomainError("not_found", { what: "photo" });
  return body;
}

/** @throws DomainError like shareSecret */
export async function shareRunnerSecret(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys">,
  { runner, link }: OpenedRunner,
  renew: boolean,
): Promise<{ secret: string; tries_left: number }> {
  return inTransaction(ctx, async (tx) => {
    const { bookingId, handover } = runner;
    const shared = await shareSecret(tx, runner, bookingId, { handover, renew });
    await recordUse(tx, link, "show_code");
    return shared;
  });
}

const recordUse = (ctx: DataCtx, link: LinkRow, use: "open" | "show_code"): Promise<void> =>
  recordAudit(ctx, {
    actorKind: "runner",
    actorId: link.id,
    action: `runner_link.${use}`,
    subjectType: "runner_link",
    subjectId: link.id,
    after: { booking_id: link.booking_id, handover: link.handover },
  });
