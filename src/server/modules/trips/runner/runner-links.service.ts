// Runner links, for the host and for helpers with the right to do handovers: created, listed with
// every use, and revoked (product.md, Runner links).
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { RunnerLink } from "../../../../contract/bookings/runner-links.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { personalTopic } from "../../../../domain/live.ts";
import {
  MAX_RUNNER_LINKS,
  runnerLinkExpiresAt,
  runnerLinkState,
  type RunnerLinkFacts,
} from "../../../../domain/helper/runner-link.ts";
import { pickupAt } from "../../../../domain/booking/rental-period.ts";
import { earliestDueBack } from "../../../../domain/storm/storm.ts";
import type { HandoverKind } from "../../../../domain/trip/entry.ts";
import { closesAt, dueBackAt, isRecordable } from "../../../../domain/trip/trip.ts";
import { readAudit, recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { findHelpersOfCar } from "../../helpers/rights.service.ts";
import { checkOpen, openTripFor, type OpenTrip } from "../open-trip.ts";
import { deleteSecret, lockTrip } from "../trips.repository.ts";
import {
  deleteSecretsOfCars,
  findLinks,
  insertLink,
  revokeLink,
  revokeLinksOf,
  type LinkRow,
} from "./runner-links.repository.ts";

export { findRunnerLabels as runnerLabels } from "./runner-links.repository.ts";

const SECRET_BYTES = 32;

export const hashSecret = (secret: string): Buffer =>
  createHash("sha256").update(`runner\n${secret}`).digest();

/** When the handover is expected: a delayed flight moves the pickup, a storm the return. */
export function expectedAt(
  { facts, handovers }: OpenTrip,
  handover: HandoverKind,
  now: Date,
): Date {
  if (handover === "return")
    return earliestDueBack(dueBackAt(facts.period), facts.storms ?? [], now);
  const { flightDelay } = handovers.pickup;
  return flightDelay ? new Date(flightDelay.content.pickup_at) : pickupAt(facts.period);
}

/** The facts that decide whether a link can be used. */
export function toLinkFacts(
  trip: OpenTrip,
  { handover, is_revoked, created_at }: Pick<LinkRow, "handover" | "is_revoked" | "created_at">,
  now: Date,
): RunnerLinkFacts {
  const { facts } = trip;
  const closed = closesAt(facts);
  return {
    isRevoked: is_revoked,
    confirmedAt: facts.confirmedAt[handover],
    isTripOver: !isRecordable(facts) || (closed !== null && closed <= now),
    expiresAt: runnerLinkExpiresAt(expectedAt(trip, handover, now), new Date(created_at)),
  };
}

type Use = RunnerLink["uses"][number];

async function present(
  ctx: DataCtx,
  trip: OpenTrip,
  links: readonly LinkRow[],
): Promise<{ links: RunnerLink[] }> {
  const now = ctx.clock.now();
  return {
    links: await Promise.all(
      links.map(async (link) => {
        const facts = toLinkFacts(trip, link, now);
        return {
          id: link.id,
          handover: link.handover,
          name: link.name,
          state: runnerLinkState(facts, now),
          expires_at: facts.expiresAt.toISOString(),
          opened_at: link.opened_at,
          uses: (await readAudit(ctx, "runner_link", link.id)).flatMap(({ at, action }): Use[] => {
            const use = action.replace("runner_link.", "");
            return use === "open" || use === "record" || use === "show_code"
              ? [{ at, action: use }]
              : [];
          }),
        };
      }),
    ),
  };
}

/** @throws DomainError not_found, no_trip */
export async function listRunnerLinks(ctx: DataCtx, user: User, bookingId: string) {
  const { trip } = await openTripFor(ctx, user, bookingId, "make_runner_link");
  return present(ctx, trip, await findLinks(ctx.db, bookingId));
}

/**
 * Creates a link. Only this response contains its secret.
 * @throws DomainError not_found, no_trip, handover_already_confirmed, trip_on_hold,
 * runner_trip_over, too_many_runner_links
 */
export async function makeRunnerLink(
  ctx: TransactionCtx & Pick<Ctx, "publicUrl">,
  user: User,
  bookingId: string,
  { handover, name }: { handover: HandoverKind; name: string },
) {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip, delegate } = await openTripFor(tx, user, bookingId, "make_runner_link");
    checkOpen(trip, handover);
    const now = tx.clock.now();
    const id = randomUUID();
    const link = { handover, is_revoked: false, created_at: now.toISOString() };
    if (toLinkFacts(trip, link, now).isTripOver) throw new DomainError("runner_trip_over");
    const open = (await findLinks(tx.db, bookingId)).filter(
      (each) =>
        each.handover === handover && runnerLinkState(toLinkFacts(trip, each, now), now) === "open",
    );
    if (open.length >= MAX_RUNNER_LINKS)
      throw new DomainError("too_many_runner_links", { limit: MAX_RUNNER_LINKS });
    await insertLink(tx.db, {
      id,
      booking_id: bookingId,
      handover,
      name,
      secret_hash: hashSecret(secret),
      created_by: user.id,
      created_at: link.created_at,
    });
    await auditLink(tx, "make", id, { kind: delegate ? "helper" : "host", user }, bookingId);
    await publish(tx, trip);
  });
  return {
    ...(await listRunnerLinks(ctx, user, bookingId)),
    url: `${ctx.publicUrl()}/runner#${secret}`,
  };
}

/**
 * Revokes a link, and the codes that its holder may still show. A repeat changes nothing.
 * @throws DomainError not_found, no_trip
 */
export async function revokeRunnerLink(
  ctx: TransactionCtx,
  user: User,
  bookingId: string,
  linkId: string,
) {
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip, delegate } = await openTripFor(tx, user, bookingId, "make_runner_link");
    const link = (await findLinks(tx.db, bookingId)).find(({ id }) => id === linkId);
    if (!link) throw new DomainError("not_found", { what: "link" });
    if (!(await revokeLink(tx.db, { id: linkId, bookingId }, tx.clock.now()))) return;
    await deleteSecret(tx.db, bookingId, link.handover);
    await auditLink(tx, "revoke", linkId, { kind: delegate ? "helper" : "host", user }, bookingId);
    await publish(tx, trip);
  });
  return listRunnerLinks(ctx, user, bookingId);
}

/**
 * Revokes the links of somebody who may no longer hand over some cars, and ends the codes of these
 * cars. The next phone that shows a code gets a new secret.
 */
export async function revokeHandoverAccess(
  tx: DataCtx,
  userId: string,
  carIds: readonly string[],
): Promise<void> {
  await revokeLinksOf(tx.db, { userId, carIds }, tx.clock.now());
  await deleteSecretsOfCars(tx.db, carIds);
}

const auditLink = (
  tx: DataCtx,
  what: "make" | "revoke",
  linkId: string,
  { kind, user }: { kind: "host" | "helper"; user: User },
  bookingId: string,
): Promise<void> =>
  recordAudit(tx, {
    actorKind: kind,
    actorId: user.id,
    action: `runner_link.${what}`,
    subjectType: "runner_link",
    subjectId: linkId,
    after: { booking_id: bookingId },
  });

/** Reloads the day sheets of the host, and of all who hand over the car. */
async function publish(tx: DataCtx, { row }: OpenTrip): Promise<void> {
  const helpers = await findHelpersOfCar(tx.db, row.car_id, "handovers");
  const people = [row.host_id, ...helpers].map((person) => personalTopic(person));
  await publishLive(tx, people, "bookings", row.id);
}
