// The filters in the sheet of a phone: the order of the cars, and the field for a place.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { respondTo } from "../../../../../../test/components/fake-api.ts";
import { button, dialog, showDialog } from "../../../../../../test/components/screen.tsx";
import { rentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import { EVERYTHING } from "../search.ts";
import { FilterSheet, type SheetFormProps } from "./sheet-form.tsx";

const location = dialog.getByRole("combobox", { name: "Location" });
const price = dialog.getByLabelText("Max price per day");
const submit = dialog.getByRole("button", { name: "Show 3 cars" });
const apply = vi.fn<SheetFormProps["onApply"]>();
const airport = { name: "Lynden Pindling International Airport", latitude: 25, longitude: -77.5 };

/** A late return makes four days of three nights. */
const dates = rentalPeriod("2026-07-06", "2026-07-09", {
  pickupTime: "08:00",
  returnTime: "18:30",
});

beforeEach(async () => {
  apply.mockClear();
  respondTo("GET /api/listings/count", () => ({ count: 3, count_is_exact: true }));
  respondTo("GET /api/places/suggested", () => ({ places: [], attribution: "" }));
  respondTo("GET /api/places", () => ({ places: [], attribution: "" }));
  await showDialog((close) => (
    <FilterSheet
      open
      onOpenChange={close}
      search={{ ...EVERYTHING, location: "LPIA", dates }}
      namedPlace={airport}
      today="2026-06-01"
      onApply={apply}
    />
  ));
  await button("Open").click();
});
afterEach(() => vi.restoreAllMocks());

test("shows the order of a text that names a place, and applies another", async () => {
  const sort = dialog.getByLabelText("Sort by");
  await expect.element(sort).toHaveValue("distance");
  await sort.selectOptions("Newest");
  await submit.click();
  expect(apply).toHaveBeenCalledWith({ ...filters, location: "LPIA", sort: "newest" });
});

test("counts the days that the chosen times make", async () => {
  await expect.element(dialog.getByText("Mon, Jul 6 – Thu, Jul 9 (4 days)")).toBeVisible();
});

test("Escape closes the message about missing places before the sheet", async () => {
  await location.fill("qqqq");
  const message = dialog.getByText("No places found").first();
  await expect.element(message).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog.getByText("No places found")).not.toBeInTheDocument();
  await expect.element(location).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("the visitor's position keeps a price that was typed while it was found", async () => {
  const answer = await chooseNearMe();
  await price.fill("60");
  answer();
  await expect.element(location).toHaveValue("Near me");
  await submit.click();
  const place = { name: "Near me", latitude: 25.07, longitude: -77.41 };
  expect(apply).toHaveBeenCalledWith({ ...filters, place, maxPrice: 60 });
});

test("the visitor's position does not replace a place that was typed meanwhile", async () => {
  const answer = await chooseNearMe();
  await location.fill("Exuma");
  answer();
  await price.fill("60");
  await submit.click();
  expect(apply).toHaveBeenCalledWith({ ...filters, location: "Exuma", maxPrice: 60 });
});

const { view: _view, bounds: _bounds, ...filters } = { ...EVERYTHING, dates };

/** Chooses "Near me"; the returned function lets the browser find the position. */
async function chooseNearMe(): Promise<() => void> {
  const locate = vi.spyOn(navigator.geolocation, "getCurrentPosition").mockReturnValue();
  await location.click();
  await dialog.getByRole("option", { name: "Near me" }).click();
  expect(locate).toHaveBeenCalledOnce();
  const coords = {
    latitude: 25.0745,
    longitude: -77.4052,
    accuracy: 20,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: null,
    toJSON: () => null,
  };
  return () => locate.mock.calls[0]?.[0]({ coords, timestamp: Date.now(), toJSON: () => null });
}
