import { expect, test } from "vitest";
import { checkCard, type CardFaults } from "./card.ts";

const good = { number: "4242424242424242", expiry: "12 / 30", cvc: "123", name: "Tamika Rolle" };

test.each<[Partial<typeof good>, CardFaults]>([
  [{}, {}],
  [{ expiry: "11/26" }, {}],
  [
    { number: "", expiry: " ", cvc: "", name: " " },
    {
      number: "Enter the card number.",
      expiry: "Enter the expiry date.",
      cvc: "Enter the CVC.",
      name: "Enter the name on the card.",
    },
  ],
  [{ number: "4242424242424241" }, { number: "Your card number is not valid." }],
  [{ expiry: "13 / 30" }, { expiry: "Write the expiry date as MM / YY." }],
  [{ expiry: "10 / 26" }, { expiry: "Your card has expired." }],
  [{ cvc: "12" }, { cvc: "The CVC has three or four digits." }],
])("a card with %o", (typed, faults) => {
  expect(checkCard({ ...good, ...typed }, "2026-11-21")).toEqual(faults);
});
