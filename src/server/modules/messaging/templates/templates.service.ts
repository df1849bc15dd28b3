// A host's message templates: written, previewed with a real booking, and filled in for a
// conversation (product.md, Message templates).
import type { MessageTemplates } from "../../../../contract/host/message-templates.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import {
  checkTemplate,
  fillTemplate,
  MAX_TEMPLATES,
  type TemplateValues,
} from "../../../../domain/message/template.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import {
  CONVERSATION_POLICY,
  partiesToConversation,
} from "../../../../domain/policies/conversation.ts";
import { authorize } from "../../../../domain/policies/policy.ts";
import { formatDay, formatTimeOfDay } from "../../../../domain/text/format.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { lockOwnAccount } from "../../accounts/accounts.service.ts";
import { findParticipant } from "../conversations.repository.ts";
import {
  deleteTemplate,
  findNextBooking,
  findTemplateBooking,
  findTemplates,
  insertTemplate,
  updateTemplate,
  type GivenTemplate,
  type TemplateBooking,
} from "./templates.repository.ts";

/** @throws DomainError forbidden */
const requireHost = ({ roles }: User): void =>
  void authorize(CONVERSATION_POLICY.write_templates, roles, "template");

/** @throws DomainError forbidden */
export async function listTemplates({ db }: DataCtx, host: User): Promise<MessageTemplates> {
  requireHost(host);
  const rows = await findTemplates(db, host.id);
  return { templates: rows.map(({ id, name, body, moment }) => ({ id, name, body, moment })) };
}

/** @throws DomainError forbidden, template_variable_unknown, too_many_templates */
export async function createTemplate(
  ctx: TransactionCtx,
  host: User,
  given: GivenTemplate,
): Promise<MessageTemplates> {
  requireHost(host);
  checkTemplate(given.body);
  await inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, host.id);
    if ((await findTemplates(tx.db, host.id)).length >= MAX_TEMPLATES)
      throw new DomainError("too_many_templates", { limit: MAX_TEMPLATES });
    await insertTemplate(tx.db, host.id, given, tx.clock.now());
  });
  return listTemplates(ctx, host);
}

/** @throws DomainError forbidden, not_found, template_variable_unknown */
export async function changeTemplate(
  ctx: DataCtx,
  host: User,
  id: string,
  given: GivenTemplate,
): Promise<MessageTemplates> {
  requireHost(host);
  checkTemplate(given.body);
  if (!(await updateTemplate(ctx.db, { id, hostId: host.id }, given, ctx.clock.now())))
    throw new DomainError("not_found", { what: "template" });
  return listTemplates(ctx, host);
}

/** @throws DomainError forbidden, not_found */
export async function removeTemplate(
  ctx: DataCtx,
  host: User,
  id: string,
): Promise<MessageTemplates> {
  requireHost(host);
  if (!(await deleteTemplate(ctx.db, id, host.id)))
    throw new DomainError("not_found", { what: "template" });
  return listTemplates(ctx, host);
}

type FillCtx = DataCtx & Pick<Ctx, "publicUrl">;

/** What a template says about a booking, as its renter reads it. */
export function templateValues(
  { clock, publicUrl }: Pick<FillCtx, "clock" | "publicUrl">,
  booking: TemplateBooking,
): TemplateValues {
  const today = todayInNassau(clock.now());
  const { make, model, pickup_time, return_time } = booking;
  return {
    first_name: booking.first_name,
    car: `${make} ${model}`,
    pickup_date: formatDay(booking.start_date, today),
    pickup_time: pickup_time === null ? "the agreed time" : formatTimeOfDay(pickup_time),
    pickup_place: booking.meeting_place_name ?? maskListing(booking).location,
    return_date: formatDay(booking.end_date, today),
    return_time: return_time === null ? "the agreed time" : formatTimeOfDay(return_time),
    trip_link: `${publicUrl()}/bookings/${booking.id}/trip`,
  };
}

/** @throws DomainError forbidden, template_variable_unknown */
export async function previewTemplate(ctx: FillCtx, host: User, body: string) {
  requireHost(host);
  checkTemplate(body);
  const booking = await findNextBooking(ctx.db, host.id, ctx.clock.now());
  return {
    text: booking ? fillTemplate(body, templateValues(ctx, booking)) : null,
    booking_number: booking ? formatBookingNumber(booking.number) : null,
  };
}

/**
 * The host's templates for the booking of a conversation, to be sent by hand.
 * @throws DomainError not_found, forbidden
 */
export async function fillForConversation(ctx: FillCtx, user: User, conversationId: string) {
  const found = await findParticipant(ctx.db, user.id, conversationId);
  if (!found) throw new DomainError("not_found", { what: "conversation" });
  const parties = partiesToConversation(found, user);
  authorize(CONVERSATION_POLICY.use_templates, parties, "conversation");
  const booking = found.booking_id && (await findTemplateBooking(ctx.db, found.booking_id));
  if (!booking || found.host_id === null) return { templates: [] };
  const values = templateValues(ctx, booking);
  const templates = await findTemplates(ctx.db, found.host_id);
  return {
    templates: templates.map(({ id, name, body }) => ({
      id,
      name,
      text: fillTemplate(body, values),
    })),
  };
}
