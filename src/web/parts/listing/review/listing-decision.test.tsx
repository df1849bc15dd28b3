// An admin approves a listing, with and without documents that the marketplace requires.
import { expect, test } from "vitest";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { listing, me } from "../../../../../test/components/examples.ts";
import { expectNothingSent, expectSent, hold } from "../../../../../test/components/fake-api.ts";
import { button, dialog, expectMessage, show } from "../../../../../test/components/screen.tsx";
import { ReviewDecisionButtons } from "./listing-decision.tsx";

const pending = (changes: Partial<AdminListing>): AdminListing => ({
  ...listing,
  may: ["approve", "reject"],
  is_approved: false,
  host: {
    id: me.id,
    first_name: "Keisha",
    last_name: "Rolle",
    email: me.email,
    is_suspended: false,
  },
  reviewed_at: null,
  unreviewed_since: null,
  words_with_contacts: [],
  is_too_old: false,
  documents: [],
  gaps: [],
  needed_documents: [],
  changes: null,
  ...changes,
});
const approve = button(`Approve, ${listing.title}`);

test("approves a listing that lacks nothing with one click", async () => {
  await show(<ReviewDecisionButtons listing={pending({})} />);
  const respond = hold("POST /api/admin/listings/{id}/approve");
  await approve.click();
  await expect.element(button("Approving...")).toBeVisible();
  respond(pending({ is_approved: true }));
  await expectMessage("Listing approved successfully");
  expectSent("POST /api/admin/listings/{id}/approve", {
    params: { id: listing.id },
    body: { updated_at: listing.updated_at },
  });
});

test("explains which documents are needed, and sends nothing", async () => {
  await show(
    <ReviewDecisionButtons
      listing={pending({
        gaps: ["self_drive_plate"],
        needed_documents: [
          { kind: "self_drive_plate", problem: "missing" },
          { kind: "insurance", problem: "expired" },
          { kind: "inspection", problem: "unopened" },
        ],
      })}
    />,
  );
  await approve.click();
  await expect.element(dialog).toHaveAccessibleName("Documents needed first");
  for (const text of [
    "Self-drive plate: missing",
    "Insurance: expired",
    "Inspection: not opened by an admin yet",
    /Keisha can upload documents/,
  ])
    await expect.element(dialog.getByText(text)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(approve).toHaveFocus();
  expectNothingSent();
});

test("asks an admin to open documents that are all there", async () => {
  await show(
    <ReviewDecisionButtons
      listing={pending({ needed_documents: [{ kind: "insurance", problem: "unopened" }] })}
    />,
  );
  await approve.click();
  await expect.element(dialog.getByText(/^Open each one in the review/)).toBeVisible();
});
