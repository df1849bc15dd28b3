// Tests that only a table's owner writes to it, and that the check detects every kind of write.
import { expect, test } from "vitest";
import { findAllForeignWrites, findForeignWrites } from "../scripts/table-owners.ts";

test("only its owner writes to each table", () => {
  expect(findAllForeignWrites()).toEqual([]);
});

const payments = "src/server/modules/payments/payments.repository.ts";

test.each([
  `db.insertInto("bookings").values(row)`,
  `db.updateTable("bookings as b").set(row)`,
  `db\n  .deleteFrom("bookings")`,
  "sql`insert into bookings (id) values (1)`",
  "sql`with x as (update bookings as b set id = 1) select 1`",
  "sql`delete from bookings`",
  `client.query("truncate bookings")`,
])("refuses %s outside of bookings", (source) => {
  expect(findForeignWrites(payments, source)).toEqual([
    `${payments}: writes bookings, which only bookings may write`,
  ]);
  expect(findForeignWrites("src/server/modules/bookings/checkout/x.repository.ts", source)).toEqual(
    [],
  );
});

test.each([
  `db.selectFrom("payments").innerJoin("bookings", "bookings.id", "booking_id")`,
  "sql`select * from bookings for update`",
  `db.updateTable("payments").set({ state }).from("bookings")`,
  "// update bookings",
])("allows %s outside of bookings", (source) => {
  expect(findForeignWrites(payments, source)).toEqual([]);
});
