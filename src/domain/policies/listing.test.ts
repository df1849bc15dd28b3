import { expect, test } from "vitest";
import { authorize, type Reader } from "./policy.ts";
import { allowedOnListing, LISTING_POLICY, partiesToListing } from "./listing.ts";

const HOST = ["read", "edit", "set_availability", "delete", "manage_calendar"];

const PENDING = { isApproved: false, isUnreviewed: false };
const LIVE = { isApproved: true, isUnreviewed: false };
const CHANGED = { isApproved: true, isUnreviewed: true };

test("the host does everything but review the listing", () => {
  expect(allowedOnListing("host", PENDING)).toEqual(HOST);
  expect(allowedOnListing("host", LIVE)).toEqual(HOST);
  expect(allowedOnListing("host", CHANGED)).toEqual(HOST);
});

test("an admin approves what is not approved, accepts changes, and rejects anything", () => {
  const always = ["read", "manage_calendar"];
  expect(allowedOnListing("admin", PENDING)).toEqual([...always, "approve", "reject"]);
  expect(allowedOnListing("admin", LIVE)).toEqual([...always, "reject"]);
  expect(allowedOnListing("admin", CHANGED)).toEqual([...always, "reject", "accept_changes"]);
});

test("only the host changes a listing; for other hosts and admins it does not exist", () => {
  const row = { host_id: "h" };
  const host: Reader = { id: "h", roles: ["host", "admin"] };
  const admin: Reader = { id: "a", roles: ["admin"] };
  expect(partiesToListing(row, host)).toEqual(["host", "admin"]);
  expect(partiesToListing(row, admin)).toEqual(["admin"]);
  expect(partiesToListing(row, { id: "x", roles: ["host"] })).toEqual([]);
  for (const action of ["edit", "set_availability", "delete"] as const) {
    expect(authorize(LISTING_POLICY[action], partiesToListing(row, host), "listing")).toBe("host");
    expect(() =>
      authorize(LISTING_POLICY[action], partiesToListing(row, admin), "listing"),
    ).toThrow("not_found");
  }
});
