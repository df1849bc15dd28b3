// What was typed on a car's page and not sent, for the special requests.
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { show } from "../../../../test/components/screen.tsx";
import { SPECIAL_REQUESTS_HOURS } from "../../../domain/booking/rental-period.ts";
import { forgetDrafts, storeDraft } from "../../forms/drafts.ts";
import { dropTypedTexts, useTypedText } from "./typed-texts.ts";

function Requests({ carId }: { carId: string }) {
  const [requests, setRequests] = useTypedText(carId, "requests");
  return (
    <textarea
      aria-label="Requests"
      value={requests}
      onChange={({ target }) => setRequests(target.value)}
    />
  );
}
const field = page.getByLabelText("Requests");

/** Opens the page of a car, as after a reload. */
async function open(carId: string): Promise<void> {
  await cleanup();
  await show(<Requests carId={carId} />);
}

beforeEach(() => forgetDrafts());

test("survive a reload, per car, until that car is booked", async () => {
  await open("jeep");
  await field.fill("A child seat");
  await open("van");
  await expect.element(field).toHaveValue("");
  await field.fill("A late pickup");
  await open("jeep");
  await expect.element(field).toHaveValue("A child seat");
  dropTypedTexts("jeep");
  await open("jeep");
  await expect.element(field).toHaveValue("");
  await open("van");
  await expect.element(field).toHaveValue("A late pickup");
});

test("are forgotten after a day, and on sign-out", async () => {
  const hour = (n: number) => new Date(Date.UTC(2026, 5, 1, 12 + n));
  await open("jeep");
  await field.fill("A child seat");
  vi.setSystemTime(hour(SPECIAL_REQUESTS_HOURS - 1));
  await open("jeep");
  await expect.element(field).toHaveValue("A child seat");
  vi.setSystemTime(hour(SPECIAL_REQUESTS_HOURS));
  await open("jeep");
  await expect.element(field).toHaveValue("");
  expect(JSON.stringify(localStorage)).not.toContain("child seat");

  await field.fill("A roof rack");
  forgetDrafts();
  await open("jeep");
  await expect.element(field).toHaveValue("");
});

test("move from the visitor to the account without a moment in which another tab finds neither", async () => {
  storeDraft("", "requests", { jeep: { text: "A child seat", at: Date.now() } });
  const stored: string[] = [];
  for (const method of ["setItem", "removeItem"] as const) {
    const original = Storage.prototype[method];
    vi.spyOn(Storage.prototype, method).mockImplementation(function (
      this: Storage,
      ...args: string[]
    ) {
      Reflect.apply(original, this, args);
      stored.push(JSON.stringify(localStorage));
    });
  }
  await open("jeep");
  await expect.element(field).toHaveValue("A child seat");
  vi.restoreAllMocks();
  expect(stored.filter((each) => !each.includes("A child seat"))).toEqual([]);
  expect(stored.length).toBeGreaterThan(1);
});
