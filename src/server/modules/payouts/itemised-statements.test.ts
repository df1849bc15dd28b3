// A host's statements itemise what a trip earned besides its days, and their amounts add up.
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseCsv } from "../../../../test/csv.ts";
import { setCar } from "../../../../test/host-form.ts";
import { MONDAY, startPayouts, type Payouts } from "../../../../test/payouts.ts";

let t: Payouts;
beforeAll(async () => {
  t = await startPayouts();
});
afterAll(() => t.close());

const readYear = (year: number) => t.get(`/api/host/yearly-statements/${year}`, t.host);
const AIRPORT = "lynden-pindling-international-airport";

const LINES = [
  { code: "rental", label: "3 days × $60.00", amount_cents: 18_000 },
  { code: "discount", amount_cents: -1_800 },
  { code: "meeting_place", amount_cents: 2_000 },
  { code: "extra", amount_cents: 1_800 },
];

test("shows the days, the meeting place and the extras apart, with the times", async () => {
  const car = await t.newCar();
  const seat = { kind: "booster_seat", description: null, price_cents: 300, per: "day", stock: 2 };
  await setCar(t, car, {
    meeting_places: [{ place_id: AIRPORT, fee_cents: 2_000 }],
    extras: [seat],
    discount_3_days: 10,
  });
  await t.saveBankDetails(t.host);
  const { body } = await t.checkout(car, t.renter, {
    total_amount: 162,
    amount_due_cents: 21_919,
    pickup_time: "10:00",
    return_time: "09:30",
    meeting_place_id: AIRPORT,
    extras: [{ extra_id: "booster_seat", quantity: 2 }],
  });
  await t.pay(body.session_id);
  await t.verify(body.session_id);
  await t.payOutOn(MONDAY);

  const [payout] = await t.listPayouts();
  const statement = await t.get(`/api/host/payouts/${payout?.id}`, t.host);
  const amounts = {
    rental_cents: 16_200,
    meeting_place_cents: 2_000,
    extras_cents: 1_800,
    platform_share_cents: 3_000,
  };
  const times = { pickup_time: "10:00", return_time: "09:30" };
  expect(statement).toMatchObject({
    payout: { amount_cents: 17_000 },
    lines: [{ ...amounts, ...times, charge_lines: LINES, amount_cents: 17_000 }],
    totals: { ...amounts, host_share_cents: 17_000 },
  });
  const csv = await t.get(`/api/host/payouts/${payout?.id}/statement.csv`, t.host);
  expect(parseCsv(csv as string)).toMatchObject([
    {
      ...times,
      rental: "162.00",
      meeting_place_fee: "20.00",
      extras: "18.00",
      platform_share: "30.00",
      amount: "170.00",
    },
  ]);
  expect(await readYear(2026)).toMatchObject({
    totals: {
      trips: 1,
      rentals_cents: 16_200,
      meeting_places_cents: 2_000,
      extras_cents: 1_800,
      fee_cents: -3_000,
      refunds_cents: 0,
      adjustments_cents: 0,
      net_cents: 17_000,
      paid_cents: 17_000,
    },
  });
});
