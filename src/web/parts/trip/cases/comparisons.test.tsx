// The photos of a case side by side: a pair with slider, blinking and zoom, and a mark's own photo,
// which has no photo of the pickup beside it.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../../../../test/components/screen.tsx";
import type { TripCase } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { TripRecorderContext } from "../trip-recorder.ts";
import { Comparisons } from "./comparisons.tsx";

const at = "2026-06-01T14:00:00.000Z";
const photo = (id: string, place: string, mark_id: string | null = null) => ({
  id,
  place,
  mark_id,
  stored: true,
  at,
  received_at: at,
});
const trip = {
  booking_id: "0b9f5a5e-3f0f-4c8e-9a51-0d7f3a1c1a11",
  pickup: { marks: [], photos: [photo("before", "roof")] },
  return: {
    marks: [{ id: "dent", damage: "dent", part: "roof" }],
    photos: [photo("after", "roof"), photo("close-up", "further", "dent")],
  },
} as unknown as Trip;
const found = { statements: [{ entry_ids: ["dent"] }] } as unknown as TripCase;

/** Each photo is a picture that the trip's page has stored. */
async function showPhotos(): Promise<void> {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
  const loadPicture = () => Promise.resolve(new Blob([svg], { type: "image/svg+xml" }));
  const unused = () => Promise.reject(new Error("not part of this test"));
  await show(
    <TripRecorderContext
      value={{
        isRunner: false,
        loadPicture,
        record: unused,
        recordPhoto: unused,
        readSecret: unused,
      }}
    >
      <Comparisons trip={trip} found={found} />
    </TripRecorderContext>,
  );
}
const pair = page.getByRole("figure", { name: "Roof and windscreen" });
const closeUp = page.getByRole("figure", { name: "Dent, roof" });
/** How much of the pickup's photo is cut off on the right, in per cent. */
const cutOff = (): number => {
  const layer = pair.getByAltText(/Pickup/).element().parentElement;
  return Number(/(\d+)%/.exec(layer?.style.clipPath ?? "")?.[1]);
};

test("shows a mark's own photo first, alone, and says that the pickup has none", async () => {
  await showPhotos();
  await expect.element(closeUp.getByAltText(/^Dent, roof, Return/)).toBeVisible();
  await expect
    .element(closeUp)
    .toMatchTextContent(/^Return, .*There.s no photo of the same place at the pickup\./);
  await expect.element(closeUp.getByRole("slider")).not.toBeInTheDocument();
  await expect.element(closeUp.getByRole("button", { name: "Blink" })).not.toBeInTheDocument();
  expect(page.getByRole("heading", { level: 3 }).first().element().textContent).toBe("Dent, roof");
});

test("blinks between both photos, and goes back to the slider", async () => {
  await showPhotos();
  // The photos are loaded once they are near the viewport.
  page.getByRole("heading", { name: "Roof and windscreen" }).element().scrollIntoView();
  const blink = pair.getByRole("button", { name: "Blink" });
  await expect.element(pair.getByAltText(/Pickup/)).toBeInTheDocument();
  await expect.poll(cutOff).toBe(50);
  await blink.click();
  await expect.element(blink).toHaveAttribute("aria-pressed", "true");
  await expect.element(pair.getByRole("slider")).toBeDisabled();
  await expect.poll(cutOff, { timeout: 3_000 }).toBe(0);
  await expect.poll(cutOff, { timeout: 3_000 }).toBe(100);
  await blink.click();
  await expect.element(pair.getByRole("slider")).toBeEnabled();
  await expect.poll(cutOff).toBe(50);
});

test("zooms in twice, and out again", async () => {
  await showPhotos();
  const stage = closeUp.getByRole("region", { name: "Photos of Dent, roof" });
  const scale = () => {
    const { scrollWidth, clientWidth } = stage.element();
    return Math.round(scrollWidth / clientWidth);
  };
  for (const [pressed, then] of [
    [1, 2],
    [2, 4],
    [4, 1],
  ] as const) {
    await closeUp.getByRole("button", { name: `Zoom ${pressed}×` }).click();
    await expect.poll(scale).toBe(then);
  }
});
