// Alerts a person on the phone, by text message and web push. An alert is stored and queued in the
// transaction of its event; jobs send it after the commit (alert-delivery.service.ts).
import type { BookingStatus } from "../../../../domain/booking/booking.ts";
import { breakLinks, type AlertKind } from "../../../../domain/message/alert.ts";
import type { Ctx } from "../../../platform/context.ts";
import { insertAlert } from "./alerts.repository.ts";

/** The job that decides where an alert goes. */
export const ALERT = "alert";

/** What makes an alert of an event. */
export interface AlertInput {
  kind: AlertKind;
  /** The heading of the email, unless the alert has one of its own. */
  title?: string;
  /** Its text, which lock screens show: no more than the subject of an email reveals. */
  body: string;
  /** About a trip that is about to begin: see `isUrgentAlert`. */
  isUrgent?: boolean;
  /** The alert is dropped if the booking has another status when it is due. */
  booking?: { id: string; status: BookingStatus };
  /** The alert is dropped if the recipient has read this message when it is due. */
  message?: { conversationId: string; seq: number };
}

/** An alert and its recipient. */
export interface Alert extends AlertInput {
  to: string;
  title: string;
  /** Identifies the event. A person is alerted of it once. */
  key: string;
  path: `/${string}`;
}

/** Call it in the transaction of the event. */
export async function alertPerson(
  ctx: Pick<Ctx, "db" | "clock" | "jobs">,
  { to, kind, key, title, body, path, isUrgent = false, booking, message }: Alert,
): Promise<void> {
  const id = await insertAlert(ctx.db, {
    user_id: to,
    kind,
    event_key: key,
    title: breakLinks(title),
    body: breakLinks(body),
    path,
    is_urgent: isUrgent,
    booking_id: booking?.id ?? null,
    booking_status: booking?.status ?? null,
    conversation_id: message?.conversationId ?? null,
    message_seq: message?.seq ?? null,
    created_at: ctx.clock.now().toISOString(),
  });
  if (id !== undefined) await ctx.jobs.send(ctx.db, ALERT, { id });
}
