import { expect, test } from "vitest";
import { HOST_FEE_RULE } from "./host-fee-text.ts";

test("the rule names every share, the bounds and the free cancellation", () => {
  expect(HOST_FEE_RULE).toBe(
    "10% of the rental from 7 days before the pickup, 25% from 48 hours before, and 50% from 24 hours before; at least $25 and at most $250. The first cancellation in 365 days is free. A cancellation more than 7 days ahead counts as the first, too. There is no fee in a storm, if the renter's card can't hold the deposit, or if the renter's bank disputes the payment.",
  );
});
