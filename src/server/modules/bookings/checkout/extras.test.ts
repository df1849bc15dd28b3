// Extras: charged line by line, held and given back with the car's calendar, never out twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { changeCar, readHostCar, setCar } from "../../../../../test/host-form.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

const SEAT = { kind: "booster_seat", description: null, price_cents: 300, per: "day", stock: 2 };
const COOLER = { kind: "cooler", description: null, price_cents: 1_000, per: "trip", stock: 1 };

async function makeCar(extras: object[] = [COOLER, SEAT]): Promise<string> {
  const car = await t.newCar();
  await setCar(t, car, { extras });
  return car;
}

/** A request for these extras, from December 5 to 8, 10:00 to 10:00. */
const ask = (quantities: Record<string, number>, more: object = {}) => ({
  pickup_time: "10:00",
  return_time: "10:00",
  extras: Object.entries(quantities).map(([extra_id, quantity]) => ({ extra_id, quantity })),
  ...more,
});
/** The next trip, which picks up the car on the day of the return. */
const NEXT = {
  start_date: "2026-12-08",
  end_date: "2026-12-11",
  pickup_time: "14:00",
  return_time: "14:00",
};
const BOTH_SEATS = [
  { code: "extra", label: "Cooler", amount_cents: 1_000, earner: "host" },
  {
    code: "extra",
    label: "2 × Booster seat, over 40 lb: 3 days × $3.00",
    amount_cents: 1_800,
    earner: "host",
  },
];

test("the page, the checkout, both sides, the receipt and the emails agree; all is given back", async () => {
  const car = await makeCar();
  const renter = await t.newRenter();
  const { body } = await t.checkout(
    car,
    renter,
    ask({ booster_seat: 2, cooler: 1 }, { amount_due_cents: 22_899 }),
  );
  const open = await t.app.call("GET", `/api/listings/${car}/open-checkout`, { as: renter.token });
  expect(open.body.checkout).toMatchObject({
    extras: [
      { extra_id: "booster_seat", quantity: 2 },
      { extra_id: "cooler", quantity: 1 },
    ],
  });
  const checkout = await t.app.call("GET", `/api/sandbox/checkout/${body.session_id}`);
  expect(checkout.body.line_items).toEqual(
    expect.arrayContaining(
      BOTH_SEATS.map(({ label: name, amount_cents }) => ({ name, amount_cents })),
    ),
  );
  await t.pay(body.session_id);
  await t.verify(body.session_id, renter);
  const id: string = body.booking_id;
  const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: renter.token });
  const lines = [{ code: "rental" }, ...BOTH_SEATS, { code: "service_fee" }, {}];
  expect(receipt.body).toMatchObject({ lines, charged_cents: 22_899 });
  expect(await t.read(id, t.host)).toMatchObject({ lines, host_share_cents: 17_680 });
  for (const person of [renter, t.host])
    await expect
      .poll(async () => (await t.app.mails(person.email)).map(({ text }) => text).join("\n"))
      .toContain("2 × Booster seat, over 40 lb");

  const taken = async () =>
    (await t.app.call("GET", `/api/listings/${car}/availability`)).body.extras_taken;
  expect(await taken()).toHaveLength(8);
  await t.decide(id, "cancel", t.host, { reason: "The engine broke." });
  expect(await taken()).toEqual([]);
  const refunds = await t.app.ctx.db
    .selectFrom("refunds")
    .where("booking_id", "=", id)
    .select("amount_cents")
    .execute();
  expect(refunds).toEqual([{ amount_cents: 22_899 }]);
});

test("refuses what the car does not have, a wrong number and a changed price", async () => {
  const car = await makeCar();
  const refuse = async (request: object) => (await t.checkout(car, t.renter, request)).body;
  expect(await refuse(ask({ snorkel_set: 1 }))).toMatchObject({
    code: "extra_not_offered",
    details: { quote: { amount_due: 200.99 } },
  });
  for (const quantity of [0, 3, -1])
    expect(await refuse(ask({ booster_seat: quantity }))).toMatchObject({
      code: "extra_quantity_out_of_range",
      details: { max: 2 },
    });
  await setCar(t, car, { extras: [{ ...COOLER, price_cents: 1_200 }] });
  expect(await refuse(ask({ cooler: 1 }, { amount_due_cents: 21_099 }))).toMatchObject({
    code: "price_changed",
    details: { quote: { amount_due: 212.99 } },
  });
  expect(await t.occupied(car)).toEqual([]);
});

test("an extra that comes back cannot go out on the same day", async () => {
  const car = await makeCar();
  expect((await t.checkout(car, t.renter, ask({ booster_seat: 1, cooler: 1 }))).status).toBe(200);
  const other = await t.newRenter();
  expect(await t.checkout(car, other, ask({ booster_seat: 2 }, NEXT))).toMatchObject({
    status: 409,
    body: {
      code: "extra_out_of_stock",
      details: { extra_id: "booster_seat", left: 1, quote: { amount_due: 209.99 } },
    },
  });
  expect(await t.checkout(car, other, ask({ cooler: 1 }, NEXT))).toMatchObject({
    body: { code: "extra_out_of_stock", details: { left: 0, quote: { amount_due: 200.99 } } },
  });
  expect((await t.checkout(car, other, ask({ booster_seat: 1 }, NEXT))).status).toBe(200);
});

test("a renter who changes the booking keeps the extras of the hold that it replaces", async () => {
  const car = await makeCar();
  expect((await t.checkout(car, t.renter, ask({ booster_seat: 2 }))).status).toBe(200);
  const longer = { end_date: "2026-12-09", total_amount: 240 };
  expect((await t.checkout(car, t.renter, ask({ booster_seat: 2 }, longer))).status).toBe(200);
});

test("of many simultaneous checkouts, one gets the last extra of a shared day", async () => {
  const car = await makeCar([{ ...SEAT, stock: 1 }]);
  const renters = await Promise.all(Array.from({ length: 12 }, () => t.newRenter()));
  const responses = await Promise.all(
    renters.map((renter, index) =>
      t.checkout(car, renter, ask({ booster_seat: 1 }, index % 2 === 0 ? {} : NEXT)),
    ),
  );
  const codes = responses.map(({ status, body }) => (status === 200 ? "held" : body.code));
  expect(codes.filter((code) => code === "held")).toHaveLength(1);
  expect(codes).toContain("extra_out_of_stock");
  expect(codes).toContain("dates_taken");
});

test("the database lets no unit out twice, nor more than the stock", async () => {
  const car = await makeCar();
  const first = await t.checkout(car, t.renter, ask({ cooler: 1 }));
  const second = await t.checkout(car, await t.newRenter(), ask({}, NEXT));
  const insert = (unit: number) =>
    t.app.ctx.db
      .insertInto("extra_days")
      .values({
        booking_id: second.body.booking_id,
        car_id: car,
        extra_id: "cooler",
        day: "2026-12-08",
        unit,
        holder: second.body.booking_id,
      })
      .execute();
  expect(first.status).toBe(200);
  await expect(insert(1)).rejects.toThrow("extra_days_no_unit_twice");
  await expect(insert(2)).rejects.toThrow("has no unit 2");
});

test("refuses a host's list with a code of its own, and sends own description to the admins", async () => {
  const car = await makeCar([]);
  const own = (description: string | null) => ({ ...COOLER, kind: "custom", description });
  const refuse = async (extras: object[]) => (await changeCar(t, car, { extras })).body.code;
  expect(await refuse([COOLER, COOLER])).toBe("extra_twice");
  expect(await refuse([own(null)])).toBe("extra_description_missing");
  expect(await refuse([{ ...COOLER, price_cents: 20_001 }])).toBe("extra_price_out_of_range");
  expect(await refuse([{ ...COOLER, stock: 0 }])).toBe("extra_stock_out_of_range");
  expect(await refuse(Array.from({ length: 13 }, (_, index) => own(`${index}`)))).toBe(
    "too_many_extras",
  );

  const isWaiting = async () =>
    (
      await t.app.ctx.db
        .selectFrom("car_listings")
        .where("id", "=", car)
        .select("unreviewed_since")
        .executeTakeFirstOrThrow()
    ).unreviewed_since !== null;
  await setCar(t, car, { extras: [COOLER] });
  expect(await isWaiting()).toBe(false);
  await setCar(t, car, { extras: [own("Kayak, call 242 555 0100")] });
  expect(await isWaiting()).toBe(true);
  // Renters do not see contact details, not even in the id.
  const page = await t.app.call("GET", `/api/listings/${car}`);
  expect(page.body.extras).toMatchObject([{ name: "Kayak, call [contact details hidden]" }]);
  expect(JSON.stringify(page.body)).not.toContain("0100");
  expect((await readHostCar(t, car)).extras).toMatchObject([{ description: "Kayak, call 242 555 0100" }]);
  await setCar(t, car, { extras: [COOLER] });
  expect(await isWaiting()).toBe(false);
});
