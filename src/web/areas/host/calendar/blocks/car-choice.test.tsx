// A host of many cars chooses which of them to block.
import { expect, test, vi } from "vitest";
import { block } from "../../../../../../test/components/examples.ts";
import { expectSent, respondTo } from "../../../../../../test/components/fake-api.ts";
import {
  button,
  dialog,
  expectMessage,
  showDialog,
} from "../../../../../../test/components/screen.tsx";
import { BlockDialog } from "./block-dialog.tsx";

const cars = Array.from({ length: 60 }, (_, index) => ({
  id: `car-${index}`,
  title: index < 3 ? `Beach Jeep ${index}` : `Vitz ${index}`,
  make: index < 3 ? "Jeep" : "Toyota",
  license_plate: `SD ${100 + index}`,
}));

/** Opens the dialog for one of the cars. */
async function openFor(carId: string): Promise<void> {
  await showDialog((close) => (
    <BlockDialog
      draft={{ carIds: [carId], first: "2026-07-06", last: "2026-07-06" }}
      cars={cars}
      today="2026-06-01"
      renters={undefined}
      onKeep={() => undefined}
      onClose={close}
    />
  ));
  await button("Open").click();
}

test("finds cars by plate and name, and blocks all that were chosen", async () => {
  await openFor("car-59");
  const search = dialog.getByRole("searchbox", { name: "Search cars" });
  await search.fill("jeep");
  await dialog.getByRole("checkbox", { name: "All 3 found" }).click();
  await search.fill("sd 142");
  await dialog.getByRole("checkbox", { name: "Vitz 42 · SD 142" }).click();
  await search.fill("");
  await expect.element(dialog.getByText("Cars (5)")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Vitz 59 · SD 159" }).click();
  respondTo("POST /api/host/calendar/blocks", () => ({
    blocks: [{ ...block, car_id: "car-0" }],
    booked: [],
  }));
  await dialog.getByRole("button", { name: "Block dates" }).click();
  await expectMessage("Dates blocked");
  expectSent("POST /api/host/calendar/blocks", {
    body: {
      car_ids: ["car-0", "car-1", "car-2", "car-42"],
      start_date: "2026-07-06",
      end_date: "2026-07-07",
      skip_booked: false,
    },
  });
});

test("offers all cars at once", async () => {
  await openFor("car-0");
  await dialog.getByRole("checkbox", { name: "All 60 cars" }).click();
  await expect.element(dialog.getByText("Cars (60)")).toBeVisible();
});

test("says that some cars didn't load, and tries again", async () => {
  const retry = vi.fn<() => void>();
  await showDialog((close) => (
    <BlockDialog
      draft={{ carIds: ["car-0"], first: "2026-07-06", last: "2026-07-06" }}
      cars={cars.slice(0, 2)}
      missing={{ busy: false, onRetry: retry }}
      today="2026-06-01"
      renters={undefined}
      onKeep={() => undefined}
      onClose={close}
    />
  ));
  await button("Open").click();
  const alert = dialog.getByRole("alert").filter({ hasText: "Some of your cars didn’t load." });
  await alert.getByRole("button", { name: "Try again" }).click();
  expect(retry).toHaveBeenCalledOnce();
});
