// An admin marks payouts as paid or failed.
import { describe, expect, test } from "vitest";
import { batch, payout } from "../../../../../test/components/examples.ts";
import {
  respondTo,
  expectNothingSent,
  expectSent,
  hold,
  offline,
} from "../../../../../test/components/fake-api.ts";
import {
  button,
  confirmTwice,
  dialog,
  expectHarmlessExit,
  expectMessage,
  showDialog,
} from "../../../../../test/components/screen.tsx";
import { DomainError } from "../../../../domain/errors.ts";
import { PayoutStepDialog, type PayoutStepDialogProps } from "./payout-step-dialog.tsx";

const opener = button("Open");
const reference = dialog.getByLabelText("Bank reference");
const reason = dialog.getByLabelText("Reason");

const show = (step: PayoutStepDialogProps["step"]) =>
  showDialog((close) => <PayoutStepDialog step={step} onClose={close} />);

describe("one payout is paid", () => {
  const step = { kind: "paid", payout: payout() } as const;

  test("says how much went where", async () => {
    await show(step);
    await opener.click();
    await expect.element(dialog).toHaveAccessibleName("Mark as Paid");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "$198.90 went to Dario Knowles, RBC Royal Bank (Bahamas), ending in 4567. They'll get an email.",
      );
  });

  test("changes nothing when the dialog is left", async () => {
    await show(step);
    await expectHarmlessExit(opener, "Cancel");
  });

  test("requires the bank's reference", async () => {
    await show(step);
    await opener.click();
    await reference.fill("  ");
    await dialog.getByRole("button", { name: "Mark as Paid" }).click();
    await expect.element(dialog.getByText("Enter the bank reference.")).toBeVisible();
    await expect.element(reference).toHaveFocus();
    await expect.element(reference).toBeInvalid();
    expectNothingSent();
  });

  test("sends the reference and the state once", async () => {
    const respond = hold("POST /api/admin/payouts/{id}/paid");
    await show(step);
    await opener.click();
    await reference.fill(" RBC-7781 ");
    await confirmTwice("Mark as Paid", "Marking...");
    respond(payout({ state: "paid" }));
    await expectMessage("The payout to Dario Knowles is marked as paid");
    await expect.element(dialog).not.toBeInTheDocument();
    expectSent("POST /api/admin/payouts/{id}/paid", {
      params: { id: payout().id },
      body: { state: "pending", bank_reference: "RBC-7781" },
    });
  });

  test("says that somebody else was faster", async () => {
    respondTo(
      "POST /api/admin/payouts/{id}/paid",
      () => new DomainError("payout_changed", { state: "failed" }),
    );
    await show(step);
    await opener.click();
    await reference.fill("RBC-7781");
    await dialog.getByRole("button", { name: "Mark as Paid" }).click();
    await expectMessage(
      "Someone has already marked this payout as failed. You now see the latest version.",
    );
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("keeps the dialog and the reference when the server can't be reached", async () => {
    respondTo("POST /api/admin/payouts/{id}/paid", offline);
    await show(step);
    await opener.click();
    await reference.fill("RBC-7781");
    await dialog.getByRole("button", { name: "Mark as Paid" }).click();
    await expectMessage("We can't reach the server. Check your connection and try again.");
    await expect.element(reference).toHaveValue("RBC-7781");
  });
});

test("all payouts are paid: says how many and how much, and sends one request", async () => {
  const respond = hold("POST /api/admin/payout-batches/{id}/paid");
  await show({ kind: "all_paid", batch });
  await opener.click();
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "The bank made all 3 waiting payouts, $612.50 in total. Each host gets an email.",
    );
  await reference.fill("RBC-7781");
  await confirmTwice("Mark All as Paid", "Marking...");
  respond(batch);
  await expectMessage("$612.50 marked as paid");
  expectSent("POST /api/admin/payout-batches/{id}/paid", {
    params: { id: batch.id },
    body: { bank_reference: "RBC-7781" },
  });
});

describe("a payout failed", () => {
  test("says that it is paid again, and sends the reason once", async () => {
    const respond = hold("POST /api/admin/payouts/{id}/failed");
    await show({ kind: "failed", payout: payout() });
    await opener.click();
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "$198.90 to Dario Knowles didn't go through. It moves to the next payout. This can't be undone.",
      );
    await reason.fill("The account is closed.");
    await confirmTwice("Mark as Failed", "Marking...");
    respond(payout({ state: "failed" }));
    await expectMessage("The payout to Dario Knowles is marked as failed");
    expectSent("POST /api/admin/payouts/{id}/failed", {
      params: { id: payout().id },
      body: { state: "pending", reason: "The account is closed." },
    });
  });

  test("a payout that the bank sent back has other words", async () => {
    const sentBack = payout({
      state: "paid",
      paid_at: "2026-06-01T11:30:00.000Z",
      bank_reference: "RBC-7781",
    });
    await show({ kind: "failed", payout: sentBack });
    await opener.click();
    await expect.element(dialog).toHaveAccessibleName("Mark as Sent Back");
    await expect
      .element(dialog)
      .toHaveAccessibleDescription(
        "$198.90 to Dario Knowles was paid on Jun 01, 2026 as RBC-7781. Mark it once the bank has returned the money: the next payout pays it again. This can't be undone.",
      );
  });

  test("requires a reason", async () => {
    await show({ kind: "failed", payout: payout() });
    await opener.click();
    await dialog.getByRole("button", { name: "Mark as Failed" }).click();
    await expect.element(dialog.getByText("Enter a reason.")).toBeVisible();
    await expect.element(reason).toHaveFocus();
    expectNothingSent();
  });
});
