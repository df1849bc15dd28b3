// The booking modes as cards to choose from, in the listing form and the host's settings.
import type { BookingMode } from "../../../domain/listing/listing.ts";
import { RadioCards } from "../../ui/form/controls.tsx";
import { BOOKING_MODE_LABELS } from "../page/shared-text.ts";

/** A booking mode, or instant book for verified renters alone. */
export type BookingChoice = BookingMode | "instant_for_verified";

const CHOICES: readonly { value: BookingChoice; title: string; text: string }[] = [
  {
    value: "instant",
    title: BOOKING_MODE_LABELS.instant,
    text: "Paid bookings are confirmed automatically.",
  },
  {
    value: "instant_for_verified",
    title: "Instant book for verified renters",
    text: "Others send you a request.",
  },
  {
    value: "approval",
    title: BOOKING_MODE_LABELS.approval,
    text: "You respond to each request within 24 hours. Until then, the card is only on hold.",
  },
];

export interface BookingModeCardsProps<Choice extends BookingChoice> {
  choices: readonly Choice[];
  value: Choice;
  onPick: (choice: Choice) => void;
}

export function BookingModeCards<Choice extends BookingChoice>({
  choices,
  value,
  onPick,
}: BookingModeCardsProps<Choice>) {
  return (
    <RadioCards
      name="booking_mode"
      options={CHOICES.filter((each) => choices.some((choice) => choice === each.value))}
      value={value}
      onValueChange={(picked) => {
        const choice = choices.find((each) => each === picked);
        if (choice) onPick(choice);
      }}
    />
  );
}
