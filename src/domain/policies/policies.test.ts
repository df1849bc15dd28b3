import { expect, test } from "vitest";
import { whoMay } from "./policies.ts";

test("names who may take an action", () => {
  expect(whoMay("admin.move_money")).toEqual(["finance", "owner"]);
  expect(whoMay("booking.approve")).toEqual(["host", "admin"]);
  expect(whoMay("booking.verify_payment")).toEqual(["renter"]);
  expect(whoMay("listing.edit")).toEqual(["host"]);
  expect(whoMay("conversation.send")).toEqual(["renter", "host", "helper"]);
  expect(whoMay("host_area.enter")).toEqual(["host", "admin"]);
  expect(whoMay("payout.read")).toEqual(["host", "admin"]);
  expect(whoMay("review.answer")).toEqual(["host"]);
});
