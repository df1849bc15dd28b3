// A host lists extras and meeting places: what is sent, the errors, and where the focus goes.
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { eventually } from "../../../../../../test/eventually.ts";
import { respondTo } from "../../../../../../test/components/fake-api.ts";
import { button, show } from "../../../../../../test/components/screen.tsx";
import { Form, SubmitButton } from "../../../../forms/form.tsx";
import { useAppForm } from "../../../../forms/use-app-form.ts";
import { FORM_ID, newValues, toListingBody, type ListingValues } from "../listing-values.ts";
import { checkExtraValues, toExtraValues } from "./extra-values.ts";
import { Extras } from "./extras.tsx";
import { checkMeetingPlaceValues } from "./meeting-place-values.ts";
import { MeetingPlaces } from "./meeting-places.tsx";

const send = vi.fn<(values: ListingValues) => void>();
const initial: ListingValues = {
  ...newValues("2026-11-28", "instant"),
  meeting_places: [
    { place_id: "dock", name: "Ferry dock", fee: "" },
    { place_id: "airport", name: "Airport", fee: "20.00" },
  ],
  extras: toExtraValues([
    {
      extra_id: "custom-1",
      kind: "custom",
      description: "Kayack",
      price_cents: 1_000,
      per: "trip",
      stock: 1,
    },
    {
      extra_id: "prepaid_fuel",
      kind: "prepaid_fuel",
      description: null,
      price_cents: 6_000,
      per: "trip",
      stock: null,
    },
  ]),
};

function Example() {
  const form = useAppForm<ListingValues>({
    id: FORM_ID,
    initial,
    check: ({ meeting_places, extras }) => ({
      meeting_places: checkMeetingPlaceValues(meeting_places),
      extras: checkExtraValues(extras),
    }),
    isLive: true,
    send,
  });
  return (
    <Form form={form} summary="The listing can't be saved yet">
      <MeetingPlaces form={form} />
      <Extras form={form} />
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  );
}

const add = page.getByLabelText("Add an extra");
const addExtra = async (name: string) => {
  await add.selectOptions(name);
  await button("Add extra").click();
};
const descriptions = page.getByLabelText("Description of your extra");
/** An error in the summary. */
const summarized = (error: string) => page.getByRole("alert").getByRole("link", { name: error });

beforeEach(async () => {
  send.mockClear();
  respondTo("GET /api/places/meeting", () => ({ places: [], attribution: "OpenStreetMap" }));
  await show(<Example />);
});

test("sends the id of a custom extra that the car has, and no stock of fuel", async () => {
  await expect.element(page.getByLabelText("Quantity of Prepaid fuel")).not.toBeInTheDocument();
  await descriptions.fill("Kayak");
  await addExtra("Cooler");
  await page.getByLabelText("Price of Cooler").fill("3");
  await page.getByLabelText("Price unit for Cooler").selectOptions("day");
  await page.getByLabelText("Quantity of Cooler").fill("2");
  await button("Save").click();
  await eventually(() => expect(send).toHaveBeenCalledOnce());
  const { extras } = toListingBody(send.mock.lastCall![0]);
  const trip = { per: "trip", description: null, extra_id: null };
  expect(extras).toEqual([
    {
      ...trip,
      extra_id: "custom-1",
      kind: "custom",
      description: "Kayak",
      price_cents: 1_000,
      stock: 1,
    },
    { ...trip, kind: "prepaid_fuel", price_cents: 6_000, stock: null },
    { ...trip, kind: "cooler", price_cents: 300, per: "day", stock: 2 },
  ]);
});

test("marks the field that is wrong, and leads to it from the summary", async () => {
  await addExtra("Cooler");
  const quantity = page.getByLabelText("Quantity of Cooler");
  await quantity.fill("11");
  await page.getByLabelText("Fee for Airport").fill("201");
  await button("Save").click();
  const error = "Cooler: enter a quantity from 1 to 10";
  await summarized(error).click();
  await expect.element(quantity).toHaveFocus();
  await expect.element(quantity).toBeInvalid();
  await expect.element(quantity).toHaveAccessibleDescription(error);
  await expect.element(page.getByLabelText("Price of Cooler")).toBeValid();
  await summarized("Airport: enter a fee from $0 to $200.00").click();
  await expect.element(page.getByLabelText("Fee for Airport")).toHaveFocus();
  await expect.element(page.getByLabelText("Fee for Ferry dock")).toBeValid();
  expect(send).not.toHaveBeenCalled();
});

test("refuses custom extras without a description or listed twice", async () => {
  await addExtra("Something else");
  await button("Save").click();
  await expect.element(summarized("Describe your extra")).toBeVisible();
  await descriptions.nth(1).fill("KAYACK");
  await expect.element(summarized("Kayack is listed twice. Remove one.")).toBeVisible();
  await expect.element(descriptions.nth(0)).toBeInvalid();
  await descriptions.nth(1).fill("Paddle");
  await button("Save").click();
  await eventually(() => expect(send).toHaveBeenCalledOnce());
});

test("adds an extra only by the button, as arrow keys choose one at a time", async () => {
  await add.selectOptions("Cooler");
  await expect.element(button("Remove Cooler")).not.toBeInTheDocument();
  await expect.element(button("Add place")).toBeDisabled();
  await addExtra("Beach set");
  await expect.element(button("Remove Beach set")).toBeVisible();
  await expect.element(add).toHaveValue("");
  await expect.element(add).toHaveFocus();
});

test("asks to add or clear an extra that is chosen but not added before saving", async () => {
  await add.selectOptions("Cooler");
  await button("Save").click();
  await expect.element(add).toHaveAccessibleDescription(/Add or clear 'Cooler' first\./);
  await expect.element(add).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await add.selectOptions("Choose an extra");
  await expect.element(add).toBeValid();
  await button("Save").click();
  await eventually(() => expect(send).toHaveBeenCalledOnce());
});

test("keeps the focus in the list when rows are removed", async () => {
  await button("Remove Ferry dock").click();
  await expect.element(button("Remove Airport")).toHaveFocus();
  await button("Remove Airport").click();
  await expect.element(page.getByLabelText("Add a place")).toHaveFocus();
  await button("Remove Kayack").click();
  await expect.element(button("Remove Prepaid fuel")).toHaveFocus();
  await addExtra("Cooler");
  await button("Remove Cooler").click();
  await expect.element(button("Remove Prepaid fuel")).toHaveFocus();
  await button("Remove Prepaid fuel").click();
  await expect.element(add).toHaveFocus();
});
