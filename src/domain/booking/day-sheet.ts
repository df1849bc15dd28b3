// A host's day sheet: which cars come back and which go out on each day.
import { addDays, type CalendarDate } from "../calendar/dates.ts";

/** On one day, a car comes back before it goes out again. */
export const HANDOVERS = ["return", "pickup"] as const;
export type HandoverKind = (typeof HANDOVERS)[number];

/** The most days of one sheet: a week, with room for planning the next one. */
export const MAX_DAY_SHEET_DAYS = 14;

/** A trip as the sheet needs it. */
interface SheetTrip {
  carId: string;
  start: CalendarDate;
  end: CalendarDate;
}

export interface CarOnDay<T extends SheetTrip> {
  carId: string;
  handovers: { kind: HandoverKind; trip: T }[];
}

/**
 * The cars with a pickup or a return on each of the days from `from` on, in the order of `trips`.
 * Both handovers of a car on one day are together, the return first.
 */
export function daySheet<T extends SheetTrip>(
  trips: readonly T[],
  { from, days }: { from: CalendarDate; days: number },
): { date: CalendarDate; cars: CarOnDay<T>[] }[] {
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(from, index);
    const dayOf = (trip: T, kind: HandoverKind) => (kind === "pickup" ? trip.start : trip.end);
    const handovers = trips.flatMap((trip) =>
      HANDOVERS.filter((kind) => dayOf(trip, kind) === date).map((kind) => ({ kind, trip })),
    );
    const byCar = Map.groupBy(handovers, ({ trip }) => trip.carId);
    return {
      date,
      cars: [...byCar].map(([carId, ofCar]) => ({
        carId,
        handovers: ofCar.toSorted((a, b) => HANDOVERS.indexOf(a.kind) - HANDOVERS.indexOf(b.kind)),
      })),
    };
  });
}
