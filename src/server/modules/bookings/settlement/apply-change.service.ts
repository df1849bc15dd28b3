// Writes an agreed and paid change into its booking: dates, hours, place, extras, lines and prices.
import { sumLines, type ChargeLine } from "../../../../domain/money/charge-line.ts";
import { percentOfCents } from "../../../../domain/money/money.ts";
import type { DataCtx } from "../../../platform/context.ts";
import { getDetails, updateBooking, type BookingRow } from "../bookings.repository.ts";

/** A booking's columns after a change. Amounts are integer cents. */
export interface AppliedChange {
  id: string;
  period: Pick<BookingRow, "start_date" | "end_date" | "pickup_time" | "return_time">;
  days: number;
  /** Of the booked days, and of those that were given back. */
  dayPricesCents: number[];
  added: readonly ChargeLine[];
  addedExtras: readonly { extra_id: string; name: string; quantity: number }[];
  /** Null if the place stays. */
  place: Pick<
    BookingRow,
    "meeting_place_id" | "meeting_place_name" | "meeting_place_latitude" | "meeting_place_longitude"
  > | null;
}

/** Call it with the booking locked. A delayed flight no longer counts once the pickup moves. */
export async function applyChange(
  tx: DataCtx,
  booking: BookingRow,
  change: AppliedChange,
): Promise<BookingRow> {
  const { lines } = await getDetails(tx.db, booking.id);
  const all = [...lines, ...change.added];
  const { days, dayPricesCents, period } = change;
  if (change.added.length > 0)
    await tx.db
      .insertInto("booking_lines")
      .values(
        change.added.map(({ amountCents, ...line }, index) => ({
          ...line,
          booking_id: booking.id,
          change_id: change.id,
          position: lines.length + index + 1,
          amount_cents: amountCents,
        })),
      )
      .execute();
  if (change.addedExtras.length > 0)
    await tx.db
      .insertInto("booking_extras")
      .values(change.addedExtras.map((extra) => ({ ...extra, booking_id: booking.id })))
      .execute();
  const movesPickup =
    period.start_date !== booking.start_date || period.pickup_time !== booking.pickup_time;
  return updateBooking(
    tx.db,
    booking.id,
    {
      ...period,
      ...change.place,
      ...(movesPickup ? { delayed_pickup_at: null } : {}),
      days,
      given_back_days: dayPricesCents.length - days,
      day_prices_cents: dayPricesCents.every((price) => price === booking.price_per_day_cents)
        ? null
        : dayPricesCents,
      total_cents: sumLines(all, { code: "rental" }) + sumLines(all, { code: "discount" }),
      amount_due_cents: sumLines(all),
      host_share_cents: percentOfCents(
        sumLines(all, { earner: "host" }),
        booking.host_share_basis_points,
      ),
    },
    tx.clock.now(),
  );
}
