// An admin hides a review.
import { beforeEach, expect, test } from "vitest";
import { report } from "../../../../../test/components/examples.ts";
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
import { DecisionDialog } from "./decision-dialog.tsx";

const opener = button("Open");
const reason = dialog.getByLabelText("Reason");
const confirm = dialog.getByRole("button", { name: "Hide Review" });

beforeEach(() =>
  showDialog((close) => <DecisionDialog deciding={{ report, decision: "hide" }} onClose={close} />),
);

test("says who can still read it, and who reads the reason", async () => {
  await opener.click();
  await expect.element(dialog).toHaveAccessibleName("Hide this review");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      "Only Marta Silva can still see it, and it no longer counts towards ratings. You can show it again later.",
    );
  await expect
    .element(reason)
    .toHaveAccessibleDescription(
      "We'll email the reason to its author and to whoever reported it.",
    );
});

test("changes nothing when the dialog is left", () => expectHarmlessExit(opener, "Cancel"));

test("requires a reason", async () => {
  await opener.click();
  await confirm.click();
  await expect.element(dialog.getByText("Enter a reason.")).toBeVisible();
  await expect.element(reason).toHaveFocus();
  expectNothingSent();
});

test("sends the decision once", async () => {
  const respond = hold("POST /api/admin/reviews/{id}/decision");
  await opener.click();
  await reason.fill("It insults the host.");
  await confirmTwice("Hide Review", "One moment...");
  respond({ is_hidden: true });
  await expectMessage("Review hidden");
  await expect.element(dialog).not.toBeInTheDocument();
  expectSent("POST /api/admin/reviews/{id}/decision", {
    params: { id: report.review.id },
    body: { decision: "hide", reason: "It insults the host." },
  });
});

test("keeps the dialog and the reason when the server can't be reached", async () => {
  respondTo("POST /api/admin/reviews/{id}/decision", offline);
  await opener.click();
  await reason.fill("It insults the host.");
  await confirm.click();
  await expectMessage("We can't reach the server. Check your connection and try again.");
  await expect.element(reason).toHaveValue("It insults the host.");
});
