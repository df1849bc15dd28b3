// The FAQ's search, ids and structured data.
import { expect, test } from "vitest";
import { FAQ, faqEntries, faqJsonLd, type FaqGroup } from "./faq-entries.ts";
import { searchFaq } from "./search-faq.ts";

const entry = (id: string, question: string, ...answer: string[]) => ({ id, question, answer });
const GROUPS: FaqGroup[] = [
  {
    id: "renters",
    title: "Renters",
    entries: [
      entry("a", "Can I cancel?", "Up to 24 hours before."),
      entry("b", "Who pays?", "You don’t."),
    ],
  },
  {
    id: "hosts",
    title: "Hosts",
    entries: [entry("c", "When am I paid?", "Each Monday.", "Exumá too.")],
  },
];
const found = (search: string) =>
  searchFaq(GROUPS, search).flatMap(({ entries }) => entries.map(({ id }) => id));

test.each([
  ["", ["a", "b", "c"]],
  ["  ", ["a", "b", "c"]],
  ["CANCEL", ["a"]],
  ["24 can", ["a"]],
  ["cancel monday", []],
  ["monday", ["c"]],
  ["exuma", ["c"]],
  ["don't", ["b"]],
  ["pa", ["b", "c"]],
  ["ancel", []],
  ["hours, cancel?", ["a"]],
  ["(", []],
])("for %j, finds %j", (search, ids) => expect(found(search)).toEqual(ids));

test.each([
  ["deposit", "deposit"],
  ["security deposit", "deposit"],
  ["fuel", "fuel"],
  ["gas", "fuel"],
  ["mileage", "mileage"],
  ["unlimited miles", "mileage"],
  ["international licence", "foreign-licence"],
  ["foreign license", "foreign-licence"],
  ["extend", "extend"],
  ["late", "extend"],
  ["shorten", "change"],
  ["second driver", "second-driver"],
  ["additional driver", "second-driver"],
  ["withdraw", "charged"],
  ["hurricane", "storm"],
  ["scratch", "claim"],
  ["appeal", "claim"],
  ["lockbox", "pickup"],
])("a renter who searches for %j finds the answer", (search, id) => {
  const [first] = searchFaq(FAQ, search).flatMap(({ entries }) => entries);
  expect(first?.id).toBe(id);
});

test("finds beginnings of words only", () =>
  expect(searchFaq(FAQ, "late").flatMap(({ entries }) => entries)).not.toContainEqual(
    expect.objectContaining({ id: "list-a-car" }),
  ));

test("omits a group without results", () =>
  expect(searchFaq(GROUPS, "monday").map(({ id }) => id)).toEqual(["hosts"]));

test("has four groups and unique ids", () => {
  expect(FAQ.map(({ id }) => id)).toEqual(["general", "renters", "hosts", "safety"]);
  const ids = [
    ...FAQ.map(({ id }) => id as string),
    ...FAQ.flatMap(({ entries }) => entries.map(({ id }) => id)),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});

test("finds entries by id, and lists every entry for search engines", () => {
  expect(faqEntries(["cancel", "fees"]).map(({ id }) => id)).toEqual(["cancel", "fees"]);
  expect(faqJsonLd(FAQ).mainEntity).toHaveLength(FAQ.flatMap(({ entries }) => entries).length);
});
