// What a host's page says of answers and kept bookings.
import { expect, test } from "vitest";
import { answerWords, commitmentWords } from "./host-words.ts";

test.each([
  [null, "Not known yet"],
  [0, "Within an hour"],
  [60, "Within an hour"],
  [61, "Within 2 hours"],
  [1440, "Within 24 hours"],
  [1441, "Within 2 days"],
])("%o minutes are %s", (minutes, words) => expect(answerWords(minutes)).toBe(words));

test("a rate says less than it is rather than more", () => {
  expect(commitmentWords(null).value).toBe("No trips yet");
  expect(commitmentWords({ kept: 299, approved: 300 }).value).toBe("99%");
  expect(commitmentWords({ kept: 1, approved: 1 })).toEqual({
    value: "100%",
    label: "Commitment rate: kept 1 of 1 approved booking of the last year",
  });
});
