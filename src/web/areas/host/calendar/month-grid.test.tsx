// The month of one car: what its days say and do.
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { block, id } from "../../../../../test/components/examples.ts";
import { show } from "../../../../../test/components/screen.tsx";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import { MonthGrid } from "./month-grid.tsx";

const showMonth = (
  ranges: CalendarRange[],
  onOpen: (range: CalendarRange) => void,
  onPick: (first: string, last: string) => void = () => {},
) =>
  show(
    <MonthGrid
      month="2026-07"
      today="2026-06-01"
      ranges={ranges}
      renters={undefined}
      onOpen={onOpen}
      onPick={onPick}
      onTurn={() => {}}
    />,
  );
const day = (name: RegExp) => page.getByRole("button", { name });

test("a day that the turnaround takes to its end opens the booking", async () => {
  // July 6 to 10, back at 10 AM.
  const trip: CalendarRange = {
    ...block,
    kind: "booking",
    booking_id: id(2),
    turnaround: { hours: 24, until: "2026-07-11T14:00:00.000Z" },
  };
  const onOpen = vi.fn<(range: CalendarRange) => void>();
  await showMonth([trip], onOpen);
  await expect.element(day(/July 10.*free again on Sat, Jul 11, at 10:00 AM/)).toBeVisible();
  await day(/July 10/).click();
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(trip);
  await expect.element(day(/July 11.*, not free all day, Booked/)).toBeVisible();
  await expect.element(day(/July 12.*, free$/)).toBeVisible();
});

test("the day of a return names the booking, and can be selected to take the car out of service", async () => {
  const trip: CalendarRange = { ...block, kind: "booking", booking_id: id(2) };
  const onOpen = vi.fn<(range: CalendarRange) => void>();
  const onPick = vi.fn<(first: string, last: string) => void>();
  await showMonth([trip], onOpen, onPick);
  await day(/July 10.*, day of a return, Booked/).click();
  await day(/July 11.*, free$/).click();
  expect(onPick).toHaveBeenCalledExactlyOnceWith("2026-07-10", "2026-07-11");
  expect(onOpen).not.toHaveBeenCalled();
});
