// The emails to the other side of a booking whose renter or host was suspended, or whose renter's
// bank took a payment back. They never say why an account was suspended.
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import type { HoldReason } from "../../../../domain/booking/admin/trip-hold.ts";
import type { OpenState } from "../../../../domain/booking/admin/open-booking.ts";
import {
  formatDates,
  nameCar,
  toBooking,
  type BookingMail,
  type ByParty,
  type MailedBooking,
} from "./booking-mail.ts";
import { toOtherCars } from "../decisions/other-cars.ts";

/** held: waits for a decision; released: goes ahead after all; kept: was never on hold. */
export type TripHoldEvent = "held" | "released" | "kept";

interface TripHoldContext {
  event: TripHoldEvent;
  reason: HoldReason;
  state: OpenState | undefined;
  /** How to reach us. */
  help: string;
}

export function tripHoldMails(
  booking: MailedBooking,
  origin: string,
  given: TripHoldContext,
): Pick<ByParty, "renter" | "host"> {
  const host = () => toHost(booking, origin, given);
  const renter = () => toRenter(booking, origin, given);
  switch (given.reason) {
    case "renter_suspended":
      return { host: host() };
    case "host_suspended":
      return { renter: renter() };
    case "charged_back":
      return { host: host(), renter: renter() };
  }
}

const WHY_FOR_HOST: Record<HoldReason, (booking: MailedBooking) => string> = {
  renter_suspended: ({ renter_first_name }) =>
    `We've suspended ${renter_first_name}'s ${PRODUCT_NAME} account.`,
  host_suspended: () => "",
  charged_back: ({ renter_first_name }) => `${renter_first_name}'s bank took a payment back.`,
};

function toHost(booking: MailedBooking, origin: string, given: TripHoldContext): BookingMail {
  const { event, reason, state, help } = given;
  const about = `${nameCar(booking)}, ${formatDates(booking)}`;
  const why = WHY_FOR_HOST[reason](booking);
  const action = toBooking(booking, origin, "host");
  if (event === "held")
    return {
      subject: `Trip on hold: ${about}`,
      preview:
        state === "in_progress"
          ? "We're looking into this trip."
          : "Please don't hand over the car.",
      heading:
        state === "in_progress" ? "This trip is on hold" : "Please don't hand over the car yet",
      paragraphs: [
        why,
        state === "in_progress"
          ? "If the renter already has the car, take it back on the agreed date. If not, please don't hand it over. Your payout for this trip waits until we've decided."
          : "This trip is on hold until we've decided whether it goes ahead. We'll email you as soon as we know. Until then, please don't hand over the car or share pickup details.",
        help,
      ],
      action,
    };
  return {
    subject: `${event === "released" ? "Trip goes ahead" : "Trip stays as booked"}: ${about}`,
    preview: "This trip goes ahead as booked.",
    heading: event === "released" ? "This trip goes ahead" : "This trip stays as booked",
    paragraphs: [
      event === "released"
        ? "We've looked into this booking, and the trip goes ahead as booked. You'll be paid as usual."
        : `${why} This trip stays as booked, and you'll be paid as usual. Call us if anything doesn't look right at pickup.`,
      help,
    ],
    action,
  };
}

function toRenter(booking: MailedBooking, origin: string, given: TripHoldContext): BookingMail {
  const { event, reason, help } = given;
  const hasBegun = given.state === "in_progress";
  const about = `${nameCar(booking)}, ${formatDates(booking)}`;
  const why =
    reason === "host_suspended"
      ? `We've suspended your host ${booking.host_first_name}'s account.`
      : "Your bank took back a payment that you made to us.";
  const action =
    reason === "host_suspended" && event !== "released"
      ? toOtherCars(booking, origin)
      : toBooking(booking, origin);
  if (event === "held")
    return {
      subject: `Trip on hold: ${about}`,
      preview: hasBegun
        ? "We're looking into this trip."
        : "Please don't travel to the pickup yet.",
      heading: "Your trip is on hold",
      paragraphs: [
        why,
        hasBegun
          ? "We're deciding how this trip continues, and we'll email you as soon as we know. If you have the car, please return it on the agreed date."
          : "We're deciding whether this trip can go ahead, and we'll email you as soon as we know. Until then, please don't travel to the pickup.",
        ...(reason === "host_suspended"
          ? [
              "If we cancel your trip, you'll get a full refund. To be safe, you can start looking for another car now.",
            ]
          : []),
        help,
      ],
      action,
    };
  return {
    subject: `${event === "released" ? "Trip goes ahead" : "Trip stays as booked"}: ${about}`,
    preview: "Your trip goes ahead as booked.",
    heading: event === "released" ? "Your trip goes ahead" : "Your trip stays as booked",
    paragraphs: [
      event === "released"
        ? "We've looked into this booking, and your trip goes ahead as booked."
        : `${why} Your trip stays as booked. If you can't reach your host or something is wrong at pickup, call us.`,
      help,
    ],
    action,
  };
}
