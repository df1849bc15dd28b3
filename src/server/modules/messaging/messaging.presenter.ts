// Maps conversations and messages to the contract's shapes, as one side may read them.
import type { Conversation, Message } from "../../../contract/people/messaging.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { shortLastName } from "../../../domain/helper/helpers.ts";
import { maskListing } from "../../../domain/listing/listing-masking.ts";
import type { ConversationSide } from "../../../domain/message/message.ts";
import { caseName } from "../../../domain/message/support.ts";
import type { ConversationRow } from "./conversations.repository.ts";
import type { ReadMessageRow } from "./messages.repository.ts";

export function presentConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    kind: row.kind,
    side: row.side,
    other: row.first_name === null ? null : toOther(row),
    other_away: row.other_away ?? false,
    case:
      row.number === null || row.state === null
        ? null
        : { number: caseName(row.number), state: row.state, booking: toCaseBooking(row) },
    car: toCar(row.side === "host" ? row : maskListing(row)),
    booking: toBooking(row),
    last_message:
      row.last_created_at === null
        ? null
        : {
            body: row.last_body,
            mine: row.last_side === row.side,
            created_at: row.last_created_at,
          },
    unread: row.unread,
    last_seq: row.last_seq,
    read_seq: row.read_seq,
    other_read_seq: row.other_read_seq,
    contacts_hidden: !row.contacts_open,
  };
}

/** A helper sees only what they need to write to the renter. */
const toOther = ({ first_name, last_name, photo_id, is_helper }: ConversationRow) => ({
  first_name: first_name ?? "",
  last_name: is_helper ? shortLastName(last_name ?? "") : (last_name ?? ""),
  photo_id: is_helper ? null : photo_id,
});

const toCaseBooking = (row: ConversationRow): NonNullable<Conversation["case"]>["booking"] =>
  row.case_booking_id === null || row.case_booking_number === null
    ? null
    : {
        id: row.case_booking_id,
        number: formatBookingNumber(row.case_booking_number),
        side: row.case_booking_side,
      };

const toCar = ({
  car_id: id,
  title,
  make,
  model,
  year,
  images,
}: ConversationRow): Conversation["car"] =>
  id === null || title === null || make === null || model === null || year === null
    ? null
    : { id, title, make, model, year, images: images ?? [] };

const toBooking = ({
  booking_id: id,
  booking_number: number,
  start_date,
  end_date,
  status,
}: ConversationRow): Conversation["booking"] =>
  id === null || number === null || start_date === null || end_date === null || status === null
    ? null
    : { id, number: formatBookingNumber(number), start_date, end_date, status };

/** A message as a side reads it: its own in full, the other's with hidden contact details. */
export function presentMessage(
  row: Omit<ReadMessageRow, "author"> & Partial<ReadMessageRow>,
  { side, contacts_open }: { side: ConversationSide; contacts_open: boolean },
): Message {
  const mine = row.side === side;
  return {
    id: row.id,
    seq: row.seq,
    mine,
    body: mine || contacts_open ? row.body : (row.masked_body ?? row.body),
    // Both sides see which helper wrote for the host. Only admins see which admin wrote.
    author: side === "support" || row.side === "host" ? (row.author ?? null) : null,
    has_hidden: !contacts_open && row.masked_body !== null,
    created_at: row.created_at,
  };
}
