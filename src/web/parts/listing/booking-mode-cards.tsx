// How renters' requests for a car are answered, as cards to choose from: in the form of a listing, and in the host's settings.
import type { BookingMode } from "../../../domain/listing/listing.ts";
import { RadioCards } from "../../ui/form/controls.tsx";
import { BOOKING_MODE_LABELS } from "../page/words.ts";

const MODES: readonly { value: BookingMode; title: string; text: string }[] = [
  { value: "instant", title: BOOKING_MODE_LABELS.instant, text: "You approve every paid request at once, in advance." },
  {
    value: "approval",
    title: BOOKING_MODE_LABELS.approval,
    text: "You answer each request within 24 hours. Until then the card is held, not charged.",
  },
];

export function BookingModeCards({ value, onPick }: { value: BookingMode; onPick: (mode: BookingMode) => void }) {
  return (
    <RadioCards
      name="booking_mode"
      options={MODES}
      value={value}
      onValueChange={(picked) => {
        const mode = MODES.find((each) => each.value === picked);
        if (mode) onPick(mode.value);
      }}
    />
  );
}
