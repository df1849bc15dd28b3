// Finds the conversation about a booking, a car or a question to support, or creates it.
import {
  openConversation as openEndpoint,
  type Conversation,
} from "../../../contract/people/messaging.ts";
import { DomainError } from "../../../domain/errors.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../domain/policies/booking.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import type { DbCtx, User } from "../../platform/context.ts";
import { countCall, type LimitCtx } from "../../platform/http/rate-limit.ts";
import { hasRight } from "../helpers/rights.service.ts";
import { getBookableListing } from "../listings/listings.service.ts";
import {
  findConversationAbout,
  findParties,
  insertConversation,
} from "./conversations.repository.ts";
import { presentConversation } from "./messaging.presenter.ts";
import { getConversation } from "./messaging.service.ts";

export type Subject = { booking_id: string } | { listing_id: string } | { support: true };

/**
 * Finds or creates the conversation about a subject. Before a booking, only the renter begins one.
 * @throws DomainError not_found for a booking of others, car_not_available, message_to_self for a
 * host's own car, rate_limited
 */
export async function openConversation(
  ctx: LimitCtx,
  user: User,
  subject: Subject,
): Promise<Conversation> {
  const about = await findSubject(ctx, user, subject);
  let id = await findConversationAbout(ctx.db, about);
  if (id === undefined) {
    await countCall(ctx, openEndpoint.limit, user);
    await insertConversation(ctx.db, about, ctx.clock.now());
    id = await findConversationAbout(ctx.db, about);
  }
  return presentConversation(await getConversation(ctx, user, id ?? ""));
}

async function findSubject(
  ctx: DbCtx,
  user: User,
  subject: Subject,
): Promise<Parameters<typeof insertConversation>[1]> {
  if ("support" in subject) return { kind: "support", renter_id: user.id };
  if ("booking_id" in subject) {
    const parties = await findParties(ctx.db, subject.booking_id);
    if (!parties) throw new DomainError("not_found", { what: "booking" });
    const isHelper = await hasRight(ctx.db, user.id, parties.car_id, "messages");
    const asked = isHelper ? ["helper"] : [];
    authorize(BOOKING_POLICY.message, [...asked, ...partiesToBooking(parties, user)], "booking");
    return { kind: "booking", ...parties, booking_id: subject.booking_id };
  }
  const { id: car_id, hostId: host_id } = await getBookableListing(ctx, subject.listing_id);
  if (host_id === user.id) throw new DomainError("message_to_self");
  return { kind: "listing", renter_id: user.id, host_id, car_id };
}
