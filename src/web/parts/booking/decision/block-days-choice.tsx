// Asks a host who rejects or cancels whether to block the days as well.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { Checkbox } from "../../../ui/form/controls.tsx";

export interface BlockDaysChoiceProps {
  booking: Booking;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export const BlockDaysChoice = ({ booking, checked, onChange }: BlockDaysChoiceProps) => (
  <div>
    <Checkbox checked={checked} onChange={({ target }) => onChange(target.checked)}>
      Also block these days
    </Checkbox>
    <p className="text-sm text-muted-foreground">
      {checked
        ? `Nobody can book the ${booking.car.model} on these days until you unblock them.`
        : "Otherwise they're free to book again."}
    </p>
  </div>
);
