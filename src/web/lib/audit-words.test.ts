import { expect, test } from "vitest";
import { actionWords, actorLabel, changesOf, valueWords } from "./audit-words.ts";

test("an action is read by its words, or without its thing", () => {
  expect(actionWords("account.role_grant")).toBe("Role granted");
  expect(actionWords("booking.reject")).toBe("Rejected, card released");
  expect(actionWords("feed.add_again")).toBe("Add again");
});

test("who acted is a name and a part, or what stands for them", () => {
  expect(actorLabel("host", "Keisha Rolle")).toBe("Keisha Rolle (host)");
  expect(actorLabel("provider", null)).toBe("The card provider");
});

test.each([
  [null, "none"],
  [[], "none"],
  [["a", "b"], "a, b"],
  [true, "yes"],
  [2020, "2020"],
  [{ start_date: "2026-12-05", end_date: null }, "start date 2026-12-05 end date none"],
])("%j reads %s", (value, words) => {
  expect(valueWords(value)).toBe(words);
});

test("only what differs is a change", () => {
  expect(changesOf({ before: { price_per_day: 60, year: 2020 }, after: { price_per_day: 65, year: 2020 } })).toEqual([
    { field: "price per day", before: "60", after: "65" },
  ]);
  expect(changesOf({ before: null, after: { role: "host", note: null } })).toEqual([{ field: "role", after: "host" }]);
  expect(changesOf({ before: { role: "host" }, after: null })).toEqual([
    { field: "role", before: "host", after: "none" },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
});
