import { expect, test } from "vitest";
import { PAYOUT_POLICY, partiesToPayout } from "./payout.ts";
import { authorize } from "./policy.ts";

test("the host and admins read a payout; for others it does not exist", () => {
  const row = { host_id: "h" };
  expect(partiesToPayout(row, { id: "h", roles: [] })).toEqual(["host"]);
  expect(partiesToPayout(row, { id: "a", roles: ["admin"] })).toEqual(["admin"]);
  expect(authorize(PAYOUT_POLICY.read, ["host"], "payout")).toBe("host");
  expect(authorize(PAYOUT_POLICY.read, ["admin"], "payout")).toBe("admin");
  const others = partiesToPayout(row, { id: "x", roles: ["host"] });
  expect(() => authorize(PAYOUT_POLICY.read, others, "payout")).toThrow("not_found");
});
