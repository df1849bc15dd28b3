// What lines cost before a charge changed.
import { expect, test } from "vitest";
import { findFormerAmounts, type ChargeCode, type ChargeLineDetails } from "./charge-line.ts";

const line = (code: ChargeCode, amount_cents: number, label = ""): ChargeLineDetails => ({
  code,
  label,
  quantity: 1,
  unit: "booking",
  amount_cents,
  earner: "host",
});

test("finds what lines cost before, extras by id whatever their labels and order", () => {
  const former = {
    lines: [
      line("rental", 6_000),
      line("extra", 500, "Kayak: blue: $5.00"),
      line("extra", 700, "Kayak: red: $7.00"),
    ],
    extraIds: ["blue", "red"],
  };
  const red = line("extra", 900, "Red kayak: $9.00");
  const now = {
    lines: [line("rental", 6_000), line("meeting_place", 2_000), red, line("extra", 500)],
    extraIds: ["red", "blue"],
  };
  expect(findFormerAmounts(former, now)).toEqual(new Map([[red, 700]]));
});

test("finds the former amount of a line that became free, and of one that was", () => {
  const [rental, place] = [line("rental", 6_500), line("meeting_place", 0)];
  expect(
    findFormerAmounts(
      { lines: [line("rental", 0), line("meeting_place", 2_000)], extraIds: [] },
      { lines: [rental, place], extraIds: [] },
    ),
  ).toEqual(
    new Map([
      [rental, 0],
      [place, 2_000],
    ]),
  );
});
