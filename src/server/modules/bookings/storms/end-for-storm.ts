// Ends a booking because of a storm: a trip is cancelled and refunded in full, a request declined.
import type { Ctx } from "../../../platform/context.ts";
import type { BookingRow } from "../bookings.repository.ts";
import { takeStep } from "../transitions.ts";

/** @param by the admin who decided it */
export const endForStorm = (
  tx: Ctx,
  { id, name, by }: { id: string; name: string; by: string | null },
  row: BookingRow,
): Promise<BookingRow> =>
  takeStep(
    tx,
    row.status === "pending" ? "reject" : "cancel_by_admin",
    row,
    { kind: "admin", id: by },
    { reason: name, stormId: id },
  );
