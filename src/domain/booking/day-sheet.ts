// A host's day sheet: which cars come back and which go out on each day.
import { toMinutes, type TimeOfDay } from "../calendar/time-of-day.ts";
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
  pickupTime: TimeOfDay | null;
  returnTime: TimeOfDay | null;
}

export interface CarOnDay<T extends SheetTrip> {
  carId: string;
  handovers: Handover<T>[];
}

interface Handover<T extends SheetTrip> {
  kind: HandoverKind;
  /** Null for a trip without times. */
  time: TimeOfDay | null;
  trip: T;
}

/**
 * The cars with a pickup or a return on each of the days from `from` on, by the time of the first
 * one. Those at the same time are in the order of `trips`, and those without a time come last. Both
 * handovers of a car on one day are together, the return first.
 */
export function daySheet<T extends SheetTrip>(
  trips: readonly T[],
  { from, days }: { from: CalendarDate; days: number },
): { date: CalendarDate; cars: CarOnDay<T>[] }[] {
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(from, index);
    const dayOf = (trip: T, kind: HandoverKind) => (kind === "pickup" ? trip.start : trip.end);
    const handovers = trips.flatMap((trip) =>
      HANDOVERS.filter((kind) => dayOf(trip, kind) === date).map((kind) => ({
        kind,
        time: kind === "pickup" ? trip.pickupTime : trip.returnTime,
        trip,
      })),
    );
    const byCar = Map.groupBy(handovers, ({ trip }) => trip.carId);
    const cars = [...byCar].map(([carId, ofCar]) => ({
      carId,
      handovers: ofCar.toSorted((a, b) => HANDOVERS.indexOf(a.kind) - HANDOVERS.indexOf(b.kind)),
    }));
    return { date, cars: cars.toSorted((a, b) => firstMinutes(a) - firstMinutes(b)) };
  });
}

const NO_TIME = 24 * 60;

const firstMinutes = ({ handovers: [first] }: CarOnDay<SheetTrip>): number =>
  first?.time ? toMinutes(first.time) : NO_TIME;
