import { expect, test } from "vitest";
import type { AdminRole } from "../person/roles.ts";
import {
  ADMIN_POLICY,
  adminRolesFor,
  mayAsAdmin,
  ownerScope,
  requireAdmin,
  type AdminAction,
} from "./admin.ts";

const actionsOf = (adminRole: AdminRole) =>
  (Object.keys(ADMIN_POLICY) as AdminAction[]).filter((action) =>
    mayAsAdmin(action, { adminRole }),
  );

test("support handles people, finance handles money, and owners do everything", () => {
  expect(actionsOf("support")).toEqual([
    "read",
    "handle_cases",
    "verify_drivers",
    "review_listings",
    "moderate_reviews",
    "suspend",
    "end_sessions",
    "decide_bookings",
  ]);
  expect(actionsOf("finance")).toEqual(["read", "read_money", "move_money", "export_bank_file"]);
  expect(actionsOf("owner")).toEqual(Object.keys(ADMIN_POLICY));
});

const refusal = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return { ...(error as object) };
  }
};

test("an admin learns which role is missing, and others that they may not", () => {
  expect(refusal(() => requireAdmin("export_bank_file", { adminRole: "support" }))).toMatchObject({
    code: "role_required",
    details: { roles: ["finance", "owner"] },
  });
  expect(refusal(() => requireAdmin("export_bank_file", {}))).toMatchObject({ code: "forbidden" });
  expect(refusal(() => requireAdmin("export_bank_file", { adminRole: "owner" }))).toBeUndefined();
  expect(adminRolesFor("change_roles")).toEqual(["owner"]);
});

test("admins who review listings use everybody's cars, others their own", () => {
  const roles = ["host", "admin"] as const;
  expect(ownerScope({ id: "a", roles, adminRole: "support" })).toBeUndefined();
  expect(ownerScope({ id: "a", roles, adminRole: "finance" })).toBe("a");
  expect(ownerScope({ id: "a", roles: ["host"] })).toBe("a");
});
