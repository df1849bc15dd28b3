// A renter reads and signs the rental agreement, by keyboard or with a drawn signature.
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { booking } from "../../../../../test/components/examples.ts";
import { respondTo } from "../../../../../test/components/fake-api.ts";
import { button, show } from "../../../../../test/components/screen.tsx";
import type { Agreement } from "../../../../contract/bookings/agreements.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { DomainError } from "../../../../domain/errors.ts";
import AgreementSection from "./agreement-section.tsx";

const { id, number, renter, car } = booking();
// The parts of a trip that the section uses.
const TRIP: Partial<Trip> = {
  booking_id: id,
  booking_number: number,
  side: "renter",
  renter,
  host: car.host,
};
const OLD = "a".repeat(64);
const NEW = "b".repeat(64);
const SIGN = "POST /api/bookings/{id}/agreement/signatures";

const agreement = (textSha256: string, plate: string): Agreement => ({
  text_sha256: textSha256,
  proof: "key.proof",
  title: `Rental agreement ${number}`,
  sections: [{ title: "Car", lines: [`Licence plate: ${plate}`] }],
  signatures: [],
  may_sign: true,
});
let current: Agreement;

beforeEach(async () => {
  current = agreement(OLD, "SD 0742");
  respondTo("GET /api/bookings/{id}/agreement", () => current);
  await show(<AgreementSection trip={TRIP as Trip} />);
  await button("Read and sign").click();
});

test("signs the shown text by keyboard, and asks again when the text has changed", async () => {
  const signed: unknown[] = [];
  respondTo(SIGN, ({ body }) => {
    const { id: signatureId, at, name, text_sha256, text, proof } = body;
    signed.push([text_sha256, text.sections[0]?.lines, proof, name, body.path]);
    const received = { side: "renter" as const, name, path: null, at, received_at: at };
    const signatures = [...current.signatures, { id: signatureId, ...received, text_sha256 }];
    const may_sign = text_sha256 === OLD;
    current = { ...agreement(NEW, "SD 9999"), may_sign, signatures };
    return current;
  });
  await button("Sign the agreement").click();
  await expect.element(page.getByText("Type your full name.").first()).toBeVisible();
  const name = page.getByLabelText("Your full name");
  await name.fill("Marta Silva");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText("The agreement has changed since you signed it."))
    .toBeVisible();
  await expect.element(page.getByText("Licence plate: SD 0742")).toBeVisible();
  // The page knows that this text is outdated.
  await button("Sign the agreement").click();
  await expect
    .element(page.getByText(/^The agreement has changed since you opened/).first())
    .toBeVisible();
  await button("Hide agreement").click();
  await button("Read and sign").click();
  await button("Show the new version").click();
  await expect.element(page.getByText("Licence plate: SD 9999")).toBeVisible();
  await expect.element(page.getByRole("article")).toHaveFocus();
  await expect.element(name).toHaveValue("Marta Silva");
  await button("Sign the agreement").click();
  await expect.element(page.getByText(/^You signed on .* as Marta Silva\.$/)).toBeVisible();
  expect(signed).toEqual([
    [OLD, ["Licence plate: SD 0742"], "key.proof", "Marta Silva", undefined],
    [NEW, ["Licence plate: SD 9999"], "key.proof", "Marta Silva", undefined],
  ]);
});

test("sends the strokes that were drawn, and none after they were cleared", async () => {
  const paths: (string | undefined)[] = [];
  respondTo(SIGN, ({ body }) => {
    paths.push(body.path);
    return new DomainError("signature_path_invalid", { width: 600, height: 200 });
  });
  const pad = page.getByTestId("signature-pad");
  const draw = () =>
    userEvent.dragAndDrop(pad, pad, {
      sourcePosition: { x: 20, y: 20 },
      targetPosition: { x: 120, y: 60 },
    });
  await page.getByLabelText("Your full name").fill("Marta Silva");
  await draw();
  await button("Sign the agreement").click();
  await expect.poll(() => paths[0]).toMatch(/^M\d+ \d+L\d+ \d+/);
  await button("Clear the signature").click();
  await button("Sign the agreement").click();
  await expect.poll(() => paths.length).toBe(2);
  expect(paths[1]).toBeUndefined();
});
