// The number that people quote for a booking.

/** A click selects the whole number, to copy it. */
export const BookingNumber = ({ number }: { number: string }) => (
  <span className="whitespace-nowrap tabular-nums select-all">{number}</span>
);
