import { expect, test } from "vitest";
import { whoMay } from "./policies.ts";

test("names who may take an action", () => {
  expect(whoMay("booking.approve")).toEqual(["host", "admin"]);
  expect(whoMay("booking.verify_payment")).toEqual(["renter"]);
});
