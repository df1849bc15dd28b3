import { expect, test } from "vitest";
import { checkCard, type CardErrors } from "./card.ts";

const good = { number: "4242424242424242", expiry: "12 / 30", cvc: "123", name: "Tamika Rolle" };

test.each<[Partial<typeof good>, CardErrors]>([
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
  // Twelve to nineteen digits, all with a valid check digit.
  [{ number: "424242424242" }, {}],
  [{ number: "4000000000000000006" }, {}],
  [{ number: "42424242426" }, { number: "Your card number is not valid." }],
  [{ number: "40000000000000000002" }, { number: "Your card number is not valid." }],
  [{ number: "x4242424242424242" }, { number: "Your card number is not valid." }],
  [{ number: "4242424242424242x" }, { number: "Your card number is not valid." }],
  [{ number: "378282246310005" }, {}],
  [{ expiry: "13 / 30" }, { expiry: "Write the expiry date as MM / YY." }],
  [{ expiry: "00 / 30" }, { expiry: "Write the expiry date as MM / YY." }],
  [{ expiry: "1230 x" }, { expiry: "Write the expiry date as MM / YY." }],
  [{ expiry: "x 1230" }, { expiry: "Write the expiry date as MM / YY." }],
  [{ expiry: "soon" }, { expiry: "Write the expiry date as MM / YY." }],
  [{ expiry: " 1230 " }, {}],
  [{ expiry: "12  /  30" }, {}],
  [{ expiry: "01/27" }, {}],
  [{ expiry: "10 / 26" }, { expiry: "Your card has expired." }],
  [{ cvc: "12" }, { cvc: "The CVC has three or four digits." }],
  [{ cvc: "1234" }, {}],
  [{ cvc: "12345" }, { cvc: "The CVC has three or four digits." }],
  [{ cvc: "a123" }, { cvc: "The CVC has three or four digits." }],
  [{ cvc: "   " }, { cvc: "Enter the CVC." }],
  [{ number: "  " }, { number: "Enter the card number." }],
])("checks a card with %o", (typed, errors) => {
  expect(checkCard({ ...good, ...typed }, "2026-11-21")).toEqual(errors);
});
