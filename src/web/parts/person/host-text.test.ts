// The text about a host's response time and commitment.
import { expect, test } from "vitest";
import { responseTimeText, describeCommitment } from "./host-text.ts";

test.each([
  [null, "Not known yet"],
  [0, "Within an hour"],
  [60, "Within an hour"],
  [61, "Within 2 hours"],
  [1440, "Within 24 hours"],
  [1441, "Within 2 days"],
])("describes %o minutes as %s", (minutes, words) => expect(responseTimeText(minutes)).toBe(words));

test("rounds a rate down", () => {
  expect(describeCommitment(null).value).toBe("No trips yet");
  expect(describeCommitment({ kept: 299, approved: 300 }).value).toBe("99%");
  expect(describeCommitment({ kept: 1, approved: 1 })).toEqual({
    value: "100%",
    label: "Commitment rate: 1 booking in the past year, 0 cancelled by the host",
  });
});
