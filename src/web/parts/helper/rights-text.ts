// What a helper may do, in words.
import { HELPER_RIGHTS, type HelperRight } from "../../../domain/helper/helpers.ts";

export const RIGHT_NAMES: Record<HelperRight, string> = {
  calendar: "Calendar",
  messages: "Messages",
  handovers: "Handovers",
};

export const RIGHT_HINTS: Record<HelperRight, string> = {
  calendar: "Block and free days, see when the car is booked",
  messages: "Read and answer messages about the car",
  handovers: "See pickups and returns with the renter's name and phone, record them, create links",
};

/** "Calendar, handovers" */
export const describeRights = (rights: readonly HelperRight[]): string => {
  const names = HELPER_RIGHTS.filter((right) => rights.includes(right)).map(
    (right) => RIGHT_NAMES[right],
  );
  return names.map((name, index) => (index === 0 ? name : name.toLowerCase())).join(", ");
};
