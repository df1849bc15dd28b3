// The text about a host's response time and commitment.
import { expect, test } from "vitest";
import { answerWords, commitmentWords } from "./host-words.ts";

test.each([
  [null, "Not known yet"],
  [0, "Within an hour"],
  [60, "Within an hour"],
  [61, "Within 2 hours"],
  [1440, "Within 24 hours"],
  [1441, "Within 2 days"],
])("describes %o minutes as %s", (minutes, words) => expect(answerWords(minutes)).toBe(words));

test("rounds a rate down", () => {
  expect(commitmentWords(null).value).toBe("No trips yet");
  expect(commitmentWords({ kept: 299, approved: 300 }).value).toBe("99%");
  expect(commitmentWords({ kept: 1, approved: 1 })).toEqual({
    value: "100%",
    label: "Commitment rate: 1 booking in the past year, 0 cancelled by the host",
  });
});
