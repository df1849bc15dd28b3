// Tests that every endpoint describes invalid requests in sentences.
import { expect, test } from "vitest";
import { z } from "zod";
import * as auth from "./people/auth.ts";
import { line, ownName, queryList } from "./common.ts";
import { endpoints } from "./index.ts";
import { toFieldErrors, toPredicate } from "./violations.ts";

const messages = (schema: z.ZodType, value: unknown): string[] => {
  const { error } = schema.safeParse(value, { error: toPredicate });
  return error ? toFieldErrors(error, "body").map(({ message }) => message) : [];
};

const car = z.strictObject({
  seats: z.int().min(2).max(9),
  price_per_day: z.number().positive(),
  images: z.array(z.uuid()).min(1).max(2),
  sortBy: z.enum(["price", "rating", "year"]),
  title: line(5),
  car_id: z.uuid(),
  feature: queryList(["GPS", "Bluetooth"]),
});
const FITTING = {
  seats: 4,
  price_per_day: 70,
  images: ["5f0f1a3e-9f5e-4f3e-9f5e-000000000000"],
  sortBy: "year",
  title: "Fit",
  car_id: "5f0f1a3e-9f5e-4f3e-9f5e-000000000000",
  feature: "GPS",
};

test.each<[object, string]>([
  [{ seats: undefined }, "Seats is required."],
  [{ seats: null }, "Seats must be a number."],
  [{ seats: "4" }, "Seats must be a number."],
  [{ seats: 4.5 }, "Seats must be a whole number."],
  [{ seats: 1 }, "Seats must be 2 or more."],
  [{ seats: 10 }, "Seats must be 9 or less."],
  [{ price_per_day: 0 }, "Price per day must be more than 0."],
  [{ images: [] }, "Images is required."],
  [{ images: ["a"] }, "Images must be a UUID."],
  [{ images: Array(3).fill(FITTING.car_id) }, "Images must have 2 entries or fewer."],
  [{ sortBy: "colour" }, "Sort by must be price, rating or year."],
  [{ title: "Breezy Fit" }, "Title must have 5 characters or fewer."],
  [{ car_id: "7" }, "Car ID must be a UUID."],
  [{ feature: "Wings" }, "Feature must be GPS or Bluetooth."],
  [{ theme: "dark" }, 'There is no field named "theme".'],
])("%j: %s", (change, sentence) =>
  expect(messages(car, { ...FITTING, ...change })).toEqual([sentence]),
);

test.each<[z.ZodType, unknown, string[]]>([
  [
    auth.authSignUp.body,
    { email: "a@example.test", password: "conch-salad", data: {} },
    ["Enter your first name.", "Enter your last name."],
  ],
  [
    auth.authSignUp.body,
    { data: [] },
    ["Enter your email.", "Enter your password.", "Data is required."],
  ],
  [auth.authUpdateUser.body, { data: { theme: "dark" } }, ['There is no field named "theme".']],
  [
    auth.authToken.query,
    { grant_type: "id_token" },
    ["Grant type must be password, refresh_token or pkce."],
  ],
])("uses sentences for people in the schemas of /auth/v1: %#", (schema, value, sentences) =>
  expect(messages(schema, value)).toEqual(sentences),
);

test("limits the response to many unknown or long names", () => {
  const names = Array.from({ length: 5000 }, (_, n) => [`${n}`.padEnd(500, "x"), 1]);
  const found = messages(z.strictObject({}), Object.fromEntries(names));
  expect(found).toHaveLength(10);
  expect(found.join("").length).toBeLessThan(1000);
});

const JUNK = [
  undefined,
  null,
  "",
  " ",
  "\u0000",
  "x".repeat(5000),
  -1,
  1.5,
  1e12,
  true,
  [],
  [7],
  {},
  { a: 1 },
];
const listProperties = (schema: z.ZodType): string[] =>
  Object.keys(
    (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties as object) ?? {},
  );

test("never returns the validation library's own messages", () => {
  const found = new Set<string>();
  for (const { params, query, body } of endpoints)
    for (const schema of [params, query, body])
      for (const junk of schema ? JUNK : []) {
        const filled = Object.fromEntries(listProperties(schema!).map((name) => [name, junk]));
        for (const value of [junk, filled])
          for (const message of messages(schema!, value)) found.add(message);
      }
  expect(found.size).toBeGreaterThan(100);
  const poor = [...found].filter(
    (message) =>
      !/^[A-Z][^\n]*\.$/.test(message) ||
      /invalid (?:input|option|string)|expected|unrecognized|regex/i.test(message),
  );
  expect(poor).toEqual([]);
});

test("puts the field's name before a schema's own predicate", () =>
  expect(messages(z.object({ first_name: ownName }), { first_name: "--" })).toEqual([
    "First name must contain a letter or number.",
  ]));
