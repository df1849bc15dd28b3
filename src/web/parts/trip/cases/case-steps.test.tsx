// The renter accepts a claim, or answers it without losing what was typed.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  expectNothingSent,
  expectSent,
  hold,
  respondTo,
} from "../../../../../test/components/fake-api.ts";
import { button, dialog, show } from "../../../../../test/components/screen.tsx";
import type { TripCase } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { CaseSteps } from "./case-steps.tsx";

const ID = "0b9f5a5e-3f0f-4c8e-9a51-0d7f3a1c1a11";
const CASE = "6f5d3c2b-1a09-4f8e-8d7c-5b4a39281706";
const params = { id: ID, case_id: CASE };

const nothing = { marks: [], photos: [] };
const trip = { booking_id: ID, pickup: nothing, return: nothing } as unknown as Trip;

const found: TripCase = {
  id: CASE,
  number: "DC-1001",
  booking_id: ID,
  booking_number: "CD-1001",
  car: "2020 Honda Fit",
  kind: "damage",
  side: "renter",
  renter_name: "Andre",
  host_name: "Keisha",
  state: "answering",
  claimed_cents: 38_000,
  kind_max_cents: 50_000,
  ceiling_cents: 102_000,
  ceiling_left_cents: 64_000,
  returned_at: "2026-06-01T14:00:00.000Z",
  opened_at: "2026-06-01T15:00:00.000Z",
  answer_due_at: "2026-06-04T15:00:00.000Z",
  statements_open_at: null,
  decision_due_at: null,
  decided_cents: null,
  decided_at: null,
  appeal_due_at: null,
  appealed_by: [],
  closed_at: null,
  outcome: null,
  final_cents: null,
  deposit_cents: 0,
  statements: [],
  review: null,
  file_sha256: null,
  may: ["accept", "answer"],
};

test("accepts a claim only after a second tap, once", async () => {
  await show(<CaseSteps trip={trip} found={found} />);
  await button("Accept and pay $380.00").click();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expectNothingSent();
  await button("Accept and pay $380.00").click();
  const respond = hold("POST /api/bookings/{id}/cases/{case_id}/acceptance");
  await dialog.getByRole("button", { name: "Accept $380.00" }).click();
  await expect.element(dialog.getByRole("button", { name: "Accepting..." })).toBeVisible();
  respond({ ...found, state: "closed", outcome: "accepted", final_cents: 38_000, may: [] });
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/bookings/{id}/cases/{case_id}/acceptance", { params });
});

test("keeps a refused answer, and says why", async () => {
  await show(<CaseSteps trip={trip} found={found} />);
  await button("Send my answer").click();
  await expect.element(page.getByText("Say what happened.").first()).toBeVisible();
  expectNothingSent();
  respondTo(
    "POST /api/bookings/{id}/cases/{case_id}/answer",
    () => new DomainError("case_answer_too_late", { closed_at: found.answer_due_at }),
  );
  await page.getByLabelText("What happened?").fill("It was there before.");
  await button("Send my answer").click();
  await expect.element(page.getByText(/^You had until /)).toBeVisible();
  await expect.element(page.getByLabelText("What happened?")).toHaveValue("It was there before.");
});
