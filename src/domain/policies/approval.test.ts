import { expect, test } from "vitest";
import { mayAsAdmin } from "./admin.ts";
import { APPROVAL_HOURS, APPROVAL_NEEDS, mayConfirm } from "./approval.ts";

test("neither the requester nor the person whose role changes may confirm", () => {
  const approval = { subject_id: "s", requested_by: "a" };
  expect(mayConfirm(approval, "a")).toBe(false);
  expect(mayConfirm(approval, "s")).toBe(false);
  expect(mayConfirm(approval, "b")).toBe(true);
});

test("bank files are confirmed by finance admins and owners, roles by owners, within a day", () => {
  expect(mayAsAdmin(APPROVAL_NEEDS.bank_file, { adminRole: "finance" })).toBe(true);
  expect(mayAsAdmin(APPROVAL_NEEDS.role_change, { adminRole: "finance" })).toBe(false);
  expect(mayAsAdmin(APPROVAL_NEEDS.role_change, { adminRole: "owner" })).toBe(true);
  expect(APPROVAL_HOURS).toBe(24);
});
