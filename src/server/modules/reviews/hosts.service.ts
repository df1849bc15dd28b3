// A host's public page (docs/decisions/0020). Its reliability figures cover the last year.
import type { Host, HostReliability } from "../../../contract/people/reviews.ts";
import { maskContacts } from "../../../domain/text/contact-masking.ts";
import { DomainError } from "../../../domain/errors.ts";
import { toRating } from "../../../domain/review/review.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import { listPublicCarsByHost } from "../listings/listings.service.ts";
import { findAnswerTime, findCommitment, findHost, findReviewedCar } from "./hosts.repository.ts";
import { listShown } from "./reviews.service.ts";

const YEAR_MS = 365 * 86_400_000;
/** With fewer responses the page shows no response time. */
const FEWEST_ANSWERS = 3;

async function getHost(ctx: DbCtx, id: string) {
  const host = await findHost(ctx.db, id);
  if (!host) throw new DomainError("not_found", { what: "host" });
  return host;
}

/** The full name is public only with a car that names it (product.md, Privacy). */
const presentName = (
  { first_name, last_name, photo_id }: Host["name"],
  hasCars: boolean,
): Host["name"] => ({
  first_name,
  last_name: hasCars ? last_name : `${[...last_name][0] ?? ""}.`,
  photo_id,
});

/** @throws DomainError not_found unless the person is a host with an approved car */
export async function readHost(ctx: DataCtx, id: string): Promise<Host> {
  const host = await getHost(ctx, id);
  const [reliability, cars] = await Promise.all([
    readReliability(ctx, id),
    listPublicCarsByHost(ctx, id),
  ]);
  return {
    id,
    name: presentName(host, cars.length > 0),
    // The page is public, and contact details require a booking.
    about: host.about && maskContacts(host.about),
    is_verified: host.identity === "verified",
    member_since: host.created_at,
    rating: toRating(host.host_star_sum, host.host_review_count),
    ...reliability,
    cars,
  };
}

/** @throws DomainError car_not_available unless the car is public */
export async function readCarReliability(ctx: DataCtx, carId: string): Promise<HostReliability> {
  const car = await findReviewedCar(ctx.db, carId);
  if (!car) throw new DomainError("car_not_available");
  return readReliability(ctx, car.host_id);
}

async function readReliability(ctx: DataCtx, hostId: string): Promise<HostReliability> {
  const since = new Date(ctx.clock.now().getTime() - YEAR_MS).toISOString();
  const [answers, { approved, cancelled }] = await Promise.all([
    findAnswerTime(ctx.db, hostId, since),
    findCommitment(ctx.db, hostId, since),
  ]);
  return {
    answer_minutes: answers.answers < FEWEST_ANSWERS ? null : answers.minutes,
    commitment: approved === 0 ? null : { approved, kept: approved - cancelled },
  };
}

/** @throws DomainError not_found, invalid_request for a cursor of another list */
export async function listHostReviews(ctx: DbCtx, id: string, cursor: string | undefined) {
  await getHost(ctx, id);
  return listShown(ctx, { hostId: id }, cursor);
}
