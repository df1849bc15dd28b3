// The names and subjects of conversations.
import type { Conversation } from "../../../contract/people/messaging.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatTripDates } from "../booking/booking-text.ts";
import { carName } from "../page/shared-text.ts";

/** The name of the other side. */
export const otherName = ({ other }: Conversation): string =>
  other ? `${other.first_name} ${other.last_name}` : `${PRODUCT_NAME} support`;

/** What the conversation is about: "2020 Toyota Vitz, Dec 5 - 8", "Case CD-1042". */
export function conversationSubject({ car, booking, case: ticket }: Conversation): string {
  if (!car)
    return ticket
      ? `Case ${ticket.number}${ticket.state === "closed" ? ", closed" : ""}`
      : "Support";
  if (!booking) return `${carName(car)}, question`;
  return `${carName(car)}, ${formatTripDates(booking)}`;
}
