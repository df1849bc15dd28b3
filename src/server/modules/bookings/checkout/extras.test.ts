// Extras: charged line by line, and booked and freed together with the car's calendar.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { Died, dyingAt } from "../../../../../test/failure-points.ts";
import { toUser } from "../../../../../test/holds.ts";
import { changeCar, readHostCar, setCar } from "../../../../../test/host-form.ts";
import { UNLIMITED_TERMS } from "../../../../../test/priced-cars.ts";
import { createBookingCheckout } from "./checkout.service.ts";

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

/** What the renter of a day's rental at $60.00 pays for one of each, in cents. */
const toCents = (extra_id: string, days: number): number =>
  ({ booster_seat: 300 * days, prepaid_fuel: 6_000 })[extra_id] ?? 1_000;

/** A request for these extras at $60.00 a day, by default from December 5 to 8, 10:00 to 10:00. */
function ask(quantities: Record<string, number>, more: { days?: number } & object = {}) {
  const { days = 3, ...dates } = more;
  const extras = Object.entries(quantities).map(([extra_id, quantity]) => ({ extra_id, quantity }));
  const extraCents = extras.reduce(
    (sum, { extra_id, quantity }) => sum + quantity * toCents(extra_id, days),
    0,
  );
  return {
    pickup_time: "10:00",
    return_time: "10:00",
    total_amount: 60 * days,
    amount_due_cents: 6_600 * days + 299 + extraCents,
    extras,
    ...dates,
  };
}
const BOTH = { booster_seat: 2, cooler: 1 };
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

test("shows the same lines everywhere and refunds all of them", async () => {
  const car = await makeCar();
  const renter = await t.newRenter();
  const { body } = await t.checkout(car, renter, ask(BOTH));
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

test("refuses what the car does not have, and any price but its own", async () => {
  const car = await makeCar();
  const refuse = async (request: object) => (await t.checkout(car, t.renter, request)).body;
  expect(await refuse(ask({ snorkel_set: 1 }))).toMatchObject({
    code: "extra_not_offered",
    details: { extra_ids: ["snorkel_set"], quote: { amount_due: 200.99 } },
  });
  for (const quantity of [0, 11, -1, 1.5])
    expect(await refuse(ask({ booster_seat: quantity }))).toMatchObject({
      code: "invalid_request",
    });
  const twice = [
    { extra_id: "cooler", quantity: 1 },
    { extra_id: "cooler", quantity: 1 },
  ];
  expect(await refuse({ extras: twice })).toMatchObject({ code: "invalid_request" });
  // Without the amount due, the renter has confirmed only the rental.
  expect(await refuse({ extras: [{ extra_id: "cooler", quantity: 1 }] })).toMatchObject({
    code: "price_changed",
    details: { quote: { amount_due: 210.99 } },
  });
  await setCar(t, car, { extras: [{ ...COOLER, price_cents: 1_200 }] });
  expect(await refuse(ask({ cooler: 1 }))).toMatchObject({
    code: "price_changed",
    details: { quote: { amount_due: 212.99 } },
  });
  expect(await t.occupied(car)).toEqual([]);
});

test("does not rent out an extra on its return day, and names all that are missing", async () => {
  const car = await makeCar();
  expect(
    (await t.checkout(car, await t.newRenter(), ask({ booster_seat: 1, cooler: 1 }))).status,
  ).toBe(200);
  const other = await t.newRenter();
  const name = "Booster seat, over 40 lb";
  expect(await t.checkout(car, other, ask(BOTH, NEXT))).toMatchObject({
    status: 409,
    body: {
      code: "extra_out_of_stock",
      details: {
        extras: [
          { extra_id: "cooler", name: "Cooler", left: 0 },
          { extra_id: "booster_seat", name, left: 1 },
        ],
        quote: { amount_due: 209.99 },
      },
    },
  });
  expect((await t.checkout(car, other, ask({ booster_seat: 1 }, NEXT))).status).toBe(200);
});

test("answers a lowered stock with what is left, and counts what others still have", async () => {
  const car = await makeCar();
  const other = await t.newRenter();
  expect((await t.checkout(car, await t.newRenter(), ask({ booster_seat: 2 }))).status).toBe(200);
  await setCar(t, car, { extras: [{ ...SEAT, stock: 1 }] });
  const far = { start_date: "2026-12-20", end_date: "2026-12-23" };
  const shortage = (left: number) => ({
    status: 409,
    body: { code: "extra_out_of_stock", details: { extras: [{ left }] } },
  });
  expect(await t.checkout(car, other, ask({ booster_seat: 2 }, far))).toMatchObject(shortage(1));
  // Two of one are out on December 8.
  expect(await t.checkout(car, other, ask({ booster_seat: 1 }, NEXT))).toMatchObject(shortage(0));
  expect((await t.checkout(car, other, ask({ booster_seat: 1 }, far))).status).toBe(200);
});

test("a renter can take fewer items after the host lowered the stock", async () => {
  const car = await makeCar([SEAT]);
  const renter = await t.newRenter();
  expect((await t.checkout(car, renter, ask({ booster_seat: 2 }))).status).toBe(200);
  await setCar(t, car, { extras: [{ ...SEAT, stock: 1 }] });
  expect((await t.checkout(car, renter, ask({ booster_seat: 1 }))).status).toBe(200);
});

test("a checkout and the one that it replaces share items, which others do not miss", async () => {
  const car = await makeCar([SEAT]);
  const renter = await t.newRenter();
  expect((await t.checkout(car, renter, ask({ booster_seat: 1 }))).status).toBe(200);
  const input = {
    car_id: car,
    ...ask({ booster_seat: 1 }, { days: 2 }),
    start_date: "2026-12-06",
    end_date: "2026-12-08",
    usage_terms: UNLIMITED_TERMS,
    special_requests: null,
  } as const;
  const dying = dyingAt(t.app.ctx, "expireCheckout before");
  await expect(createBookingCheckout(dying, toUser(renter), input)).rejects.toThrow(Died);
  const { body } = await t.app.call("GET", `/api/listings/${car}/availability`);
  expect(body.extras_taken.map(({ taken }: { taken: number }) => taken)).toEqual([1, 1, 1, 1]);
  const other = await t.newRenter();
  expect((await t.checkout(car, other, ask({ booster_seat: 1 }, NEXT))).status).toBe(200);
});

test("rents out fuel without a stock, once for each trip", async () => {
  const fuel = { kind: "prepaid_fuel", description: null, price_cents: 6_000, per: "trip" };
  const car = await makeCar([{ ...fuel, stock: null }]);
  const other = await t.newRenter();
  expect((await t.checkout(car, await t.newRenter(), ask({ prepaid_fuel: 1 }))).status).toBe(200);
  expect((await t.checkout(car, other, ask({ prepaid_fuel: 1 }, NEXT))).status).toBe(200);
  expect(
    await t.checkout(await makeCar([{ ...fuel, stock: null }]), other, ask({ prepaid_fuel: 2 })),
  ).toMatchObject({ body: { details: { extras: [{ left: 1 }] } } });
});

test("books every item of every extra for the longest rental", async () => {
  const custom = (index: number) => ({ ...COOLER, kind: "custom", description: `Board ${index}` });
  const car = await makeCar(Array.from({ length: 12 }, (_, n) => ({ ...custom(n), stock: 10 })));
  await setCar(t, car, { max_days: 90, pickup_from: "00:00", pickup_until: "24:00" });
  const extras = (await readHostCar(t, car)).extras.map(({ extra_id }) => extra_id);
  const all = Object.fromEntries(extras.map((id) => [id, 10]));
  const longest = {
    days: 90,
    end_date: "2027-03-06",
    pickup_time: "23:30",
    return_time: "00:00",
  };
  expect(await t.checkout(car, await t.newRenter(), ask(all, longest))).toMatchObject({
    status: 200,
  });
});

test("of 60 simultaneous checkouts, one gets the last extra of a shared day", async () => {
  const car = await makeCar([{ ...SEAT, stock: 1 }]);
  const renters = await Promise.all(Array.from({ length: 60 }, () => t.newRenter()));
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

test("the database refuses to book an item twice or beyond the stock", async () => {
  const car = await makeCar([{ ...SEAT, stock: 2 }]);
  const first = await t.checkout(car, await t.newRenter(), ask({ booster_seat: 2 }));
  const second = await t.checkout(car, await t.newRenter(), ask({}, NEXT));
  const insert = (day: "2026-12-08" | "2026-12-09", ...items: number[]) =>
    t.app.ctx.db
      .insertInto("extra_days")
      .values(
        items.map((item) => ({
          booking_id: second.body.booking_id,
          car_id: car,
          extra_id: "booster_seat",
          day,
          item,
          holder: second.body.booking_id,
        })),
      )
      .execute();
  expect(first.status).toBe(200);
  await expect(insert("2026-12-08", 1)).rejects.toThrow("extra_days_no_item_twice");
  await expect(insert("2026-12-08", 3)).rejects.toThrow("too many items");
  await expect(insert("2026-12-09", 1, 2, 3)).rejects.toThrow("too many items");
  await setCar(t, car, { extras: [{ ...SEAT, stock: 1 }] });
  await expect(insert("2026-12-09", 1, 2)).rejects.toThrow("too many items");
  await insert("2026-12-09", 2);
});

const custom = (description: string | null) => ({ ...COOLER, kind: "custom", description });

test("refuses an invalid list of extras with a code for each reason", async () => {
  const car = await makeCar([]);
  const refuse = async (extras: object[]) => (await changeCar(t, car, { extras })).body.code;
  expect(await refuse([COOLER, COOLER])).toBe("extra_twice");
  expect(await refuse([custom(null)])).toBe("extra_description_missing");
  expect(await refuse([{ ...COOLER, price_cents: 20_001 }])).toBe("extra_price_out_of_range");
  expect(await refuse([{ ...COOLER, stock: 0 }])).toBe("extra_stock_out_of_range");
  expect(await refuse([{ ...COOLER, stock: null }])).toBe("extra_stock_out_of_range");
  expect(await refuse(Array.from({ length: 13 }, (_, index) => custom(`${index}`)))).toBe(
    "too_many_extras",
  );
});

test("a custom extra stays booked when the host corrects its description", async () => {
  const car = await makeCar([custom("Kayack")]);
  const [kayack] = (await readHostCar(t, car)).extras;
  const { status } = await t.checkout(car, await t.newRenter(), ask({ [kayack!.extra_id]: 1 }));
  expect(status).toBe(200);
  await setCar(t, car, { extras: [{ ...kayack, description: "Kayak" }] });
  const { extras } = await readHostCar(t, car);
  expect(extras).toMatchObject([{ extra_id: kayack!.extra_id, description: "Kayak" }]);
  const other = await t.newRenter();
  expect(await t.checkout(car, other, ask({ [kayack!.extra_id]: 1 }, NEXT))).toMatchObject({
    body: { code: "extra_out_of_stock", details: { extras: [{ name: "Kayak", left: 0 }] } },
  });
  await setCar(t, car, { extras: [kayack, { ...kayack, description: "Second kayak" }] });
  const ids = (await readHostCar(t, car)).extras.map(({ extra_id }) => extra_id);
  expect(new Set(ids).size).toBe(2);
  // The id of another host's extra is not taken over.
  const foreign = await makeCar([{ ...kayack, description: "Kayak" }]);
  expect((await readHostCar(t, foreign)).extras[0]?.extra_id).not.toBe(kayack!.extra_id);
});

test("admins review custom extras, and renters see no contact details in them", async () => {
  const car = await makeCar([]);
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
  await setCar(t, car, { extras: [custom("Kayak, call 242 555 0100")] });
  expect(await isWaiting()).toBe(true);
  const page = await t.app.call("GET", `/api/listings/${car}`);
  expect(page.body.extras).toMatchObject([{ name: "Kayak, call [contact details hidden]" }]);
  expect(JSON.stringify(page.body)).not.toContain("0100");
  expect((await readHostCar(t, car)).extras).toMatchObject([
    { description: "Kayak, call 242 555 0100" },
  ]);
  await setCar(t, car, { extras: [COOLER] });
  expect(await isWaiting()).toBe(false);
});
