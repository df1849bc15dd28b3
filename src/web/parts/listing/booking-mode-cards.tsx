// The booking modes as cards to choose from, in the listing form and the host's settings.
import type { BookingMode } from "../../../domain/listing/listing.ts";
import { RadioCards } from "../../ui/form/controls.tsx";
import { BOOKING_MODE_LABELS } from "../page/shared-text.ts";

const MODES: readonly { value: BookingMode; title: string; text: string }[] = [
  {
    value: "instant",
    title: BOOKING_MODE_LABELS.instant,
    text: "Paid bookings are confirmed automatically.",
  },
  {
    value: "approval",
    title: BOOKING_MODE_LABELS.approval,
    text: "You respond to each request within 24 hours. Until then, the card is only on hold.",
  },
];

export function BookingModeCards({
  value,
  onPick,
}: {
  value: BookingMode;
  onPick: (mode: BookingMode) => void;
}) {
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
