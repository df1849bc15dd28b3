// A car that is handed over at the airport for a fee: from the host's list to the receipt and the
// refund.
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeCar, readHostCar } from "../../../../../test/host-form.ts";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.close());

const AIRPORT = "lynden-pindling-international-airport";
const DOCK = "potters-cay-dock";
const NAME = "Lynden Pindling International Airport";

const setPlaces = (car: string, meeting_places: object[]) => changeCar(t, car, { meeting_places });

async function makeCar(fee_cents = 2_000): Promise<string> {
  const car = await t.newCar();
  const places = [
    { place_id: AIRPORT, fee_cents },
    { place_id: DOCK, fee_cents: 0 },
  ];
  expect((await setPlaces(car, places)).status).toBe(200);
  return car;
}

const AT_AIRPORT = { meeting_place_id: AIRPORT, total_amount: 180, amount_due_cents: 22_099 };
const LINES = [
  { code: "rental", label: "3 days × $60.00", amount_cents: 18_000, earner: "host" },
  {
    code: "meeting_place",
    label: `${NAME}, pickup and return`,
    amount_cents: 2_000,
    earner: "host",
  },
  { code: "service_fee", label: "Service fee (10%)", amount_cents: 1_800, earner: "platform" },
  { code: "processing_fee", label: "Processing fee", amount_cents: 299, earner: "platform" },
];

test("the page, the card's checkout, both sides, the receipt and the emails agree", async () => {
  const car = await makeCar();
  const { body: page } = await t.app.call("GET", `/api/listings/${car}`);
  expect(page.meeting_places).toMatchObject([
    { place_id: AIRPORT, name: NAME, fee_cents: 2_000 },
    { place_id: DOCK, name: "Potter's Cay Dock", fee_cents: 0 },
  ]);

  const renter = await t.newRenter();
  const { status, body } = await t.checkout(car, renter, AT_AIRPORT);
  expect(status).toBe(200);
  const open = await t.app.call("GET", `/api/listings/${car}/open-checkout`, { as: renter.token });
  expect(open.body.checkout).toMatchObject({ meeting_place_id: AIRPORT, lines: LINES });
  const checkout = await t.app.call("GET", `/api/sandbox/checkout/${body.session_id}`);
  expect(checkout.body.line_items).toEqual(
    LINES.map(({ label: name, amount_cents }) => ({ name, amount_cents })),
  );
  await t.pay(body.session_id);
  await t.verify(body.session_id, renter);

  const id: string = body.booking_id;
  const place = { place_id: AIRPORT, name: NAME };
  const receipt = await t.app.call("GET", `/api/bookings/${id}/receipt`, { as: renter.token });
  expect(receipt.body).toMatchObject({ lines: LINES, charged_cents: 22_099, meeting_place: place });
  expect(await t.read(id, renter)).toMatchObject({ meeting_place: place, lines: LINES });
  expect(await t.read(id, t.host)).toMatchObject({
    meeting_place: place,
    total_amount: 180,
    host_share_cents: 17_000,
  });
  const sheet = await t.app.call("GET", "/api/host/day-sheet?from=2026-12-05&days=1", {
    as: t.host.token,
  });
  expect(JSON.stringify(sheet.body)).toContain(`"meeting_place":"${NAME}"`);
  // The renter doesn't need the car's own location.
  expect((await t.read(id, renter)).car).toMatchObject({ latitude: null, longitude: null });
  expect((await t.read(id, t.host)).car.latitude).not.toBeNull();
  for (const person of [renter, t.host])
    await expect
      .poll(async () => (await t.app.mails(person.email)).map(({ text }) => text).join("\n"))
      .toContain(`Meeting place: ${NAME}`);
  await expect
    .poll(async () => (await t.app.mails(renter.email)).map(({ text }) => text).join("\n"))
    .toContain(`${NAME}, pickup and return: $20.00`);

  // A full refund gives every line back.
  await t.decide(id, "cancel", t.host, { reason: "The engine broke." });
  const refunds = await t.app.ctx.db
    .selectFrom("refunds")
    .where("booking_id", "=", id)
    .select("amount_cents")
    .execute();
  expect(refunds).toEqual([{ amount_cents: 22_099 }]);
});

test("charges nothing for a place without a fee, or for the car's own location", async () => {
  const car = await makeCar();
  const free = await t.checkout(car, t.renter, {
    meeting_place_id: DOCK,
    amount_due_cents: 20_099,
  });
  expect(free.status).toBe(200);
  expect(await t.read(free.body.booking_id)).toMatchObject({
    meeting_place: { place_id: DOCK },
    lines: [{ code: "rental" }, { code: "service_fee" }, { code: "processing_fee" }],
  });
  // Other dates keep the place only if the request names it.
  const own = await t.checkout(car, t.renter, { end_date: "2026-12-09", total_amount: 240 });
  expect(await t.read(own.body.booking_id)).toMatchObject({ meeting_place: null });
});

test("a high fee earns the host more than the rental", async () => {
  const car = await t.newCar({ price_per_day_cents: 100 });
  await setPlaces(car, [{ place_id: AIRPORT, fee_cents: 20_000 }]);
  const { body } = await t.checkout(car, t.renter, {
    meeting_place_id: AIRPORT,
    total_amount: 3,
    amount_due_cents: 20_629,
  });
  await t.pay(body.session_id);
  await t.verify(body.session_id);
  expect(await t.read(body.booking_id, t.host)).toMatchObject({ host_share_cents: 17_255 });
});

test("refuses a fee that has changed and a place that was removed, with the fresh lines", async () => {
  const car = await makeCar();
  await setPlaces(car, [{ place_id: AIRPORT, fee_cents: 2_500 }]);
  expect(await t.checkout(car, t.renter, AT_AIRPORT)).toMatchObject({
    status: 409,
    body: {
      code: "price_changed",
      details: {
        quote: {
          amount_due: 225.99,
          lines: [{}, { code: "meeting_place", amount_cents: 2_500 }, {}, {}],
        },
      },
    },
  });
  await setPlaces(car, []);
  const removed = await t.checkout(car, t.renter, AT_AIRPORT);
  expect(removed).toMatchObject({
    status: 409,
    body: { code: "meeting_place_not_offered", details: { quote: { amount_due: 200.99 } } },
  });
  expect(removed.body.details).toMatchObject({ extra_ids: [], quote: { lines: [{}, {}, {}] } });
  const both = { ...AT_AIRPORT, extras: [{ extra_id: "cooler", quantity: 1 }] };
  expect((await t.checkout(car, t.renter, both)).body.details).toMatchObject({
    extra_ids: ["cooler"],
  });
  expect(await t.occupied(car)).toEqual([]);
});

test("refuses a host's list with a code of its own, and keeps the previous one", async () => {
  const car = await makeCar();
  const many = (await t.app.call("GET", "/api/places/meeting")).body.places
    .slice(0, 11)
    .map(({ id }: { id: string }) => ({ place_id: id, fee_cents: 0 }));
  const refuse = async (list: object[]) => {
    const { status, body } = await setPlaces(car, list);
    return [status, body.code];
  };
  expect(await refuse(many)).toEqual([422, "too_many_meeting_places"]);
  expect(await refuse([...many.slice(0, 1), ...many.slice(0, 1)])).toEqual([
    422,
    "meeting_place_twice",
  ]);
  expect(await refuse([{ place_id: AIRPORT, fee_cents: 20_001 }])).toEqual([
    422,
    "meeting_fee_out_of_range",
  ]);
  expect(await refuse([{ place_id: AIRPORT, fee_cents: -1 }])).toEqual([
    422,
    "meeting_fee_out_of_range",
  ]);
  expect(await refuse([{ place_id: "atlantis", fee_cents: 0 }])).toEqual([
    422,
    "meeting_place_unknown",
  ]);
  // A settlement is no place to meet.
  expect(await refuse([{ place_id: "nassau", fee_cents: 0 }])).toEqual([
    422,
    "meeting_place_unknown",
  ]);
  expect((await readHostCar(t, car)).meeting_places).toHaveLength(2);
  expect((await setPlaces(car, many.slice(0, 10))).status).toBe(200);
});
