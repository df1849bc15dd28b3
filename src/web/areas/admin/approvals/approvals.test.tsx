// Requests for a second admin offer each admin what they may do.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Approval } from "../../../../contract/admin/admin-approvals.ts";
import { id } from "../../../../../test/components/examples.ts";
import { respondTo } from "../../../../../test/components/fake-api.ts";
import { show } from "../../../../../test/components/screen.tsx";
import { Approvals } from "./approvals.tsx";

const request: Approval = {
  id: id(1),
  action: "role_change",
  subject_id: id(2),
  period_end: null,
  person: "Bea Rolle",
  role: "owner",
  granted: false,
  requested_by: "Ada Rolle",
  is_own: false,
  may_confirm: true,
  may_withdraw: false,
  state: "waiting",
  requested_at: "2026-06-01T14:00:00.000Z",
  expires_at: "2026-06-02T14:00:00.000Z",
};

test.each<[string, Partial<Approval>, string[]]>([
  ["another owner may confirm or decline", {}, ["Confirm", "Decline"]],
  [
    "whoever asked may withdraw",
    { is_own: true, may_confirm: false, may_withdraw: true },
    ["Withdraw"],
  ],
  ["the person whose role changes may only read it", { may_confirm: false }, []],
])("%s", async (_who, may, labels) => {
  respondTo("GET /api/admin/approvals", () => ({ approvals: [{ ...request, ...may }] }));
  await show(<Approvals />);
  await expect.element(page.getByRole("listitem")).toBeVisible();
  const shown = page
    .getByRole("button")
    .elements()
    .map((each) => each.textContent);
  expect(shown).toEqual(labels);
});
