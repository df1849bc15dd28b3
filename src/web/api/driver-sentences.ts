// What users read when a driver is refused.
import type { DriverErrorDetails } from "../../domain/booking/drivers/errors.ts";

type Sentences = { [C in keyof DriverErrorDetails]: (details: DriverErrorDetails[C]) => string };

export const DRIVER_SENTENCES: Sentences = {
  driver_not_verified: ({ state }) =>
    ({
      none: "You need to be verified to drive. Upload your driving licence and ID on your profile.",
      submitted:
        "You need to be verified to drive. We're reviewing your documents and will let you know when we're done.",
      rejected:
        "You need to be verified to drive. See on your profile why we couldn't verify you, and upload new documents.",
      verified: "You need to be verified to drive. Please try again.",
    })[state],
  driver_is_renter: () => "You're already the driver. Enter someone else's email.",
  driver_named_twice: ({ email }) => `${email} is already on your list.`,
  too_many_drivers: ({ limit }) => `You can add up to ${limit} drivers. Remove one to add another.`,
  drivers_closed: () => "Drivers can only be changed before the pickup.",
  driver_on_trip: () => "You're already part of this trip.",
  invitation_closed: () =>
    "This invitation is no longer valid. Ask the renter to invite you again.",
  invitation_for_another: () =>
    "This invitation was sent to another email address. Sign in with that one to answer it.",
};
