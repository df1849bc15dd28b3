// What a host pays for cancelling, and what the renter does about it: the fee, its waiver, credit
// at later checkouts, and other cars. The ledger is checked at the end.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { makePerson, signInAgain, type Person } from "../../../../../test/factories.ts";
import { setCar } from "../../../../../test/host-form.ts";
import { readUpcoming } from "../../payouts/host-payouts.service.ts";

let t: Bookings;
let finance: Person;
let firstId: string;
/** The afternoon before the pickup. */
const LATE = "2026-12-04T20:00:00.000Z";
const NEXT = { start_date: "2026-12-10", end_date: "2026-12-13" };
const FEE = 9_000;
const DUE = 20_099;

beforeAll(async () => {
  t = await startBookings();
  finance = await makePerson(t.app, { roles: ["renter", "admin"] });
  // The first cancellation of the year is free.
  const { id } = await t.book({ by: await t.newRenter() });
  firstId = id;
  await t.decide(id, "cancel", t.host, { cause: "renter_concern" });
});
afterAll(() => t.close());

const readCredit = async (renter: Person) =>
  (await t.app.call("GET", "/api/credit", { as: renter.token })).body;
const creditLine = (cents: number) => ({ code: "credit", amount_cents: -cents, earner: "renter" });

/**
 * A renter whose host has cancelled a booking of $180 on the day before.
 * @param before prepares the cars that are offered
 */
async function cancelLate(before = async (_bookingId: string): Promise<void> => {}) {
  const renter = await t.newRenter();
  t.app.clock.set("2026-11-29T14:00:00.000Z");
  await signInAgain(t.app, t.host, renter, finance);
  const booked = await t.book({ by: renter });
  await before(booked.id);
  t.app.clock.set(LATE);
  await signInAgain(t.app, t.host, renter, finance);
  const asked = await t.app.call("GET", `/api/bookings/${booked.id}/host-cancellation-fee`, {
    as: t.host.token,
  });
  const cause = "car_broken";
  for (const fee_cents of [FEE / 2, undefined]) {
    const { body } = await t.decide(booked.id, "cancel", t.host, { cause, fee_cents });
    expect(body).toMatchObject({ code: "host_fee_changed", details: { fee_cents: FEE } });
  }
  const cancelled = await t.decide(booked.id, "cancel", t.host, { cause, fee_cents: FEE });
  expect(cancelled.status).toBe(200);
  return { ...booked, renter, asked: asked.body, cancelled: cancelled.body };
}

const bookNext = async (renter: Person, more: object = {}, car?: string) =>
  t.checkout(car ?? (await t.newCar()), renter, { ...NEXT, ...more });

test("the first cancellation in a year costs nothing, and a concern about the renter frees the days", async () => {
  expect(await t.read(firstId, t.host)).toMatchObject({
    host_cancellation: { reason: "renter_concern", fee_cents: 0, is_waived: false },
  });
  expect(await t.readBalances(firstId)).not.toHaveProperty("renter_credit");
  const { id } = (await t.read(firstId, t.host)).car;
  expect(await t.occupied(id)).toEqual([]);
});

test("the host pays half the rental on the last day, and the renter gets it as credit", async () => {
  const { id, car, renter, asked, cancelled } = await cancelLate();
  expect(asked).toEqual({ fee_cents: FEE, percent: 50, free_because: null });
  expect(cancelled.host_cancellation).toMatchObject({ reason: "car_broken", fee_cents: FEE });
  expect((await t.read(id, renter)).host_cancellation).toMatchObject({ reason: null });
  expect(await t.readBalances(id)).toMatchObject({ renter_credit: -FEE, host_payable: FEE });
  expect(await readCredit(renter)).toMatchObject({
    available_cents: FEE,
    balance_cents: FEE,
    entries: [{ kind: "host_fee", amount_cents: FEE, booking_id: id }],
  });
  // The car can't be driven, so its days are blocked.
  expect(await t.occupied(car)).toEqual([{ during: "[2026-12-05,2026-12-08)" }]);
  const upcoming = await readUpcoming(t.app.ctx, { ...t.host, roles: ["host"] } as never);
  expect(upcoming.lines).toContainEqual(
    expect.objectContaining({
      booking_id: id,
      kind: "adjustment",
      amount_cents: -FEE,
      reason: "Cancellation fee",
    }),
  );
  const { body: timeline } = await t.app.call("GET", `/api/bookings/${id}/timeline`, {
    as: renter.token,
  });
  expect(timeline.money).toContainEqual(
    expect.objectContaining({ kind: "host_fee", amount_cents: FEE }),
  );
  const mails = async () => (await t.app.mails(renter.email)).map(({ text }) => text).join("\n");
  await expect.poll(mails).toContain("$90.00 of credit, because your host cancelled so late");
});

test("only the host can read the fee beforehand or name a cause", async () => {
  const { id } = await t.book({ by: await t.newRenter(), dates: NEXT });
  const path = `/api/bookings/${id}/host-cancellation-fee` as const;
  expect((await t.app.call("GET", path, { as: finance.token })).status).toBe(403);
  expect(await t.decide(id, "cancel", finance, { cause: "car_broken" })).toMatchObject({
    status: 403,
    body: { code: "forbidden" },
  });
  expect(await t.read(id, t.host)).toMatchObject({ status: "approved", host_cancellation: null });
});

test("notifies the admins of a host who owes more than one fee", async () => {
  for (let times = 0; times < 3; times++) await cancelLate();
  const [debt] = await t.app.ctx.db
    .selectFrom("payment_incidents")
    .selectAll()
    .where("kind", "=", "host_in_debt")
    .execute();
  expect(debt?.key).toBe(`host_in_debt:${t.host.id}`);
  const subjects = async () => (await t.app.mails(finance.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain("A host owes more than one cancellation fee");
});

test("an admin waives the fee once, at the platform's expense, and the renter keeps the credit", async () => {
  const { id, renter } = await cancelLate();
  const waive = () =>
    t.app.call("POST", `/api/admin/bookings/${id}/host-fee-waiver`, {
      as: finance.token,
      body: { reason: "The garage's invoice shows the gearbox." },
    });
  const answers = await Promise.all([waive(), waive()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("host_fee_already_waived");
  expect(await t.readBalances(id)).toMatchObject({ renter_credit: -FEE, platform_fees: FEE });
  expect(await t.readBalances(id)).not.toHaveProperty("host_payable");
  expect(await readCredit(renter)).toMatchObject({ available_cents: FEE });
  expect((await t.read(id, t.host)).host_cancellation).toMatchObject({ is_waived: true });
  expect((await t.read(id, renter)).host_cancellation).toMatchObject({ is_waived: false });
});

test("credit is spent first, once the card is charged, and returned with a cancellation", async () => {
  const { renter } = await cancelLate();
  // The specified request does not name the credit; the provider's page shows it.
  const { body: opened } = await bookNext(renter);
  const checkout = await t.app.call("GET", `/api/sandbox/checkout/${opened.session_id}`);
  expect(checkout.body).toMatchObject({
    amount_cents: DUE - FEE,
    line_items: [{ name: "Rental and fees, less $90.00 of credit", amount_cents: DUE - FEE }],
  });
  expect(await readCredit(renter)).toMatchObject({ available_cents: 0, balance_cents: FEE });
  await t.pay(opened.session_id);
  await t.verify(opened.session_id, renter);
  const id = opened.booking_id;
  expect(await t.read(id, renter)).toMatchObject({
    status: "approved",
    total_amount: 180,
    amount_due_cents: DUE - FEE,
    credit_cents: FEE,
    lines: [
      { code: "rental" },
      { code: "service_fee" },
      { code: "processing_fee" },
      creditLine(FEE),
    ],
  });
  expect((await t.read(id, t.host)).host_share_cents).toBe(15_300);
  expect(await t.readBalances(id)).toMatchObject({ renter: -DUE, renter_credit: FEE });
  expect(await readCredit(renter)).toMatchObject({ available_cents: 0, balance_cents: 0 });
  const { body } = await t.decide(id, "cancel", renter);
  expect(body).toMatchObject({
    status: "cancelled",
    refunded_cents: DUE - FEE,
    credit_returned_cents: FEE,
  });
  expect(await readCredit(renter)).toMatchObject({
    available_cents: FEE,
    entries: [{ amount_cents: FEE }, { amount_cents: -FEE }, { amount_cents: FEE }],
  });
});

test("the price of a refused checkout includes the credit", async () => {
  const { renter } = await cancelLate();
  const car = await t.newCar();
  const cooler = { kind: "cooler", description: null, price_cents: 1_000, per: "trip", stock: 1 };
  await setCar(t, car, { extras: [cooler] });
  const asked = {
    pickup_time: "10:00",
    return_time: "10:00",
    amount_due_cents: DUE + 2_000 - FEE,
    credit_cents: FEE,
    extras: [{ extra_id: "cooler", quantity: 2 }],
  };
  const { body } = await bookNext(renter, asked, car);
  expect(body).toMatchObject({
    code: "extra_out_of_stock",
    details: { quote: { amount_due: (DUE + 1_000 - FEE) / 100 } },
  });
});

test("two checkouts at once never spend the same credit", async () => {
  const { renter } = await cancelLate();
  const cars = [await t.newCar(), await t.newCar()];
  const shown = { amount_due_cents: DUE - FEE, credit_cents: FEE };
  const answers = await Promise.all(cars.map((car) => bookNext(renter, shown, car)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)?.body;
  expect(refused).toMatchObject({
    code: "credit_changed",
    details: { quote: { amount_due: 200.99 } },
  });
  const [opened] = answers.filter(({ status }) => status === 200).map(({ body }) => body);
  if (!opened) throw new Error("one of the two was opened");
  await t.pay(opened.session_id);
  await t.verify(opened.session_id, renter);
  expect(await readCredit(renter)).toMatchObject({ balance_cents: 0 });
});

test("a checkout with other dates uses the credit of the one that it replaces", async () => {
  const { renter } = await cancelLate();
  const car = await t.newCar();
  await bookNext(renter, {}, car);
  const path = `/api/credit?car_id=${car}` as const;
  expect((await t.app.call("GET", path, { as: renter.token })).body.available_cents).toBe(FEE);
  const moved = { start_date: "2026-12-11", end_date: "2026-12-14" };
  const { body } = await bookNext(renter, moved, car);
  await t.pay(body.session_id);
  await t.verify(body.session_id, renter);
  expect(await t.read(body.booking_id, renter)).toMatchObject({ credit_cents: FEE });
  expect(await readCredit(renter)).toMatchObject({ balance_cents: 0 });
});

test("unspent credit is available again, and the card always pays at least fifty cents", async () => {
  const { renter } = await cancelLate();
  const cheap = await t.newCar({ price_per_day_cents: 1_000 });
  const price = { total_amount: 30 };
  const { body } = await bookNext(renter, price, cheap);
  expect(await readCredit(renter)).toMatchObject({ available_cents: FEE - 3_549 });
  const read = await t.read(body.booking_id, renter);
  expect(read).toMatchObject({ amount_due_cents: 50, credit_cents: 3_549 });
  await t.app.call("DELETE", `/api/listings/${cheap}/open-checkout`, { as: renter.token });
  expect(await readCredit(renter)).toMatchObject({ available_cents: FEE });
});

test("after the pickup time, cars are offered from the next half hour on", async () => {
  const island = "acklins";
  const car = await t.newCar({ island, seats: 5 });
  const { id, renter } = await cancelLate(async (bookingId) => {
    await move(bookingId, island);
  });
  t.app.clock.set("2026-12-05T15:10:00.000Z");
  await signInAgain(t.app, renter);
  expect(await readOffers(id, renter)).toMatchObject({
    needs_another_car: true,
    pickup_time: "10:30",
    offers: [{ id: car }],
  });
});

const move = (bookingId: string, island: string) =>
  t.app.pool.query(
    "update car_listings set island = $1 where id = (select car_id from bookings where id = $2)",
    [island, bookingId],
  );
const readOffers = async (id: string, by: Person) =>
  (await t.app.call("GET", `/api/bookings/${id}/rebook-offers`, { as: by.token })).body;
/** What the email and the alert of the cancellation say. */
async function readTold(renter: Person): Promise<{ mail: string; alert: string | undefined }> {
  const mail = await eventually(async () => {
    const mails = await t.app.mails(renter.email);
    const found = mails.find(({ subject }) => subject.startsWith("Cancelled: "));
    expect(found).toBeDefined();
    return found?.text ?? "";
  });
  const alert = await t.app.ctx.db
    .selectFrom("alerts")
    .select("body")
    .where("user_id", "=", renter.id)
    .where("kind", "=", "cancellation")
    .executeTakeFirst();
  return { mail, alert: alert?.body };
}

test("offers the renter free cars of the island with instant book and enough seats, nearest in price", async () => {
  const island = "long-island";
  const made: string[] = [];
  const make = async (price_per_day_cents: number, more: object = {}) =>
    made.push(await t.newCar({ price_per_day_cents, island, seats: 5, ...more }));
  const { id, renter } = await cancelLate(async (bookingId) => {
    await move(bookingId, island);
    for (const price of [7_000, 9_000, 6_200, 20_000]) await make(price);
    await make(6_000, { booking_mode: "approval" });
    await make(6_000, { seats: 2 });
    await make(6_000, { island: "exumas" });
    const taken = await t.newCar({ price_per_day_cents: 6_000, island, seats: 5 });
    const other = await t.newRenter();
    const { body } = await t.checkout(taken, other);
    await t.pay(body.session_id);
    await t.verify(body.session_id, other);
  });
  const [near = "", far = "", nearer = ""] = made;
  const offered = [nearer, near, far];
  const { offers, needs_another_car } = await readOffers(id, renter);
  expect(needs_another_car).toBe(true);
  expect(offers.map((car) => car.id)).toEqual(offered);
  expect(offers[0]?.quote).toMatchObject({ total_amount: 186 });
  const { mail, alert } = await readTold(renter);
  const links = mail.match(/(?<=\/book\/)[^?\s]+(?=\?start_date=2026-12-05&end_date=2026-12-08)/g);
  expect(links).toEqual(offered);
  expect(mail).toContain("These cars are free for your whole trip");
  expect(alert).toMatch(/\. Free for your trip: .+, and 2 more\.$/);
  t.app.clock.set("2026-12-06T05:00:00.000Z");
  await signInAgain(t.app, renter);
  const none = { needs_another_car: false, pickup_time: null, offers: [] };
  expect(await readOffers(id, renter)).toEqual(none);
});

test("names the cars as well when an admin cancels for the host", async () => {
  const renter = await t.newRenter();
  t.app.clock.set("2026-11-29T14:00:00.000Z");
  await signInAgain(t.app, renter, finance);
  const { id } = await t.book({ by: renter });
  await move(id, "rum-cay");
  const car = await t.newCar({ island: "rum-cay", seats: 5 });
  const reason = "The host doesn't answer.";
  expect((await t.decide(id, "cancel", finance, { reason })).status).toBe(200);
  const { mail, alert } = await readTold(renter);
  expect(mail).toContain(`/book/${car}?start_date=2026-12-05&end_date=2026-12-08`);
  expect(mail).toContain("This car is free for your whole trip");
  expect(alert).toMatch(/\. Free for your trip: /);
});

test("tells the renter whom to call if no car is free", async () => {
  const { id, renter } = await cancelLate(async (bookingId) => {
    await move(bookingId, "cat-island");
  });
  expect(await readOffers(id, renter)).toMatchObject({ needs_another_car: true, offers: [] });
  const { text: phone } = t.app.ctx.config.contacts.phone;
  const { mail, alert } = await readTold(renter);
  expect(mail).toContain(
    `We found no car on Cat Island that you can book right away for your whole trip. Need help? Call ${phone}`,
  );
  expect(alert).toMatch(new RegExp(`For another car, call ${phone.replace("+", "\\+")}\\.$`));
});
