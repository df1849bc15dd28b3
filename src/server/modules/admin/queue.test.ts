// The admins' queue over HTTP: what waits, in which order, whose it is, and two admins at once.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings } from "../../../../test/booking.ts";
import { makePerson, signInAgain, type Person } from "../../../../test/factories.ts";
import { TARGET_HOURS } from "../../../domain/work-queue.ts";
import { applyChanges } from "../payouts/payout-details.service.ts";

let t: Awaited<ReturnType<typeof startBookings>>;
let admin: Person;
let other: Person;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Andre" });
  other = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Grace" });
});
afterAll(() => t.app.close());

const list = async (query = "", who = admin) =>
  (await t.app.call("GET", `/api/admin/queue?${query}`, { as: who.token })).body;
const counts = async () =>
  (await t.app.call("GET", "/api/admin/queue/counts", { as: admin.token })).body;
const assign = async (
  item: { kind: string; id: string },
  {
    who = admin,
    mine = true,
    seen = null,
  }: { who?: Person; mine?: boolean; seen?: string | null } = {},
) =>
  t.app.call("PUT", "/api/admin/queue/assignee", {
    as: who.token,
    body: { kind: item.kind, id: item.id, is_mine: mine, seen },
  });
const ago = (hours: number): string =>
  new Date(t.app.clock.now().getTime() - hours * HOUR_MS).toISOString();

/** One item of each kind but reports and payouts, waiting for as many hours as given. */
async function fillQueue() {
  const { db } = t.app.ctx;
  const person = await makePerson(t.app, { firstName: "Denise" });
  await db
    .insertInto("identities")
    .values({ user_id: person.id, state: "submitted", submitted_at: ago(30) })
    .execute();
  const car = await t.newCar({ title: "Coral Mustang", is_approved: false, created_at: ago(2) });
  const { id: bookingId } = await t.book();
  const dispute = { id: "dp_test_waiting", booking_id: bookingId, amount_cents: 20_099 };
  await db
    .insertInto("disputes")
    .values({
      ...dispute,
      reason: "fraudulent",
      state: "open",
      opened_at: ago(1),
      asked_at: ago(1),
    })
    .execute();
  const at = { first_at: ago(3), last_at: ago(0) };
  await db
    .insertInto("payment_incidents")
    .values([
      { key: "one", kind: "event_unknown", booking_id: null, details: "{}", ...at },
      { key: "two", kind: "dispute", booking_id: bookingId, details: '{"state": "open"}', ...at },
    ])
    .execute();
  await t.app.pool.query(
    `insert into pgboss.job (name, data, source_name, source_id, created_on)
     select 'failed-jobs', '{}', 'mail', gen_random_uuid(), $1::timestamptz from generate_series(1, 2)`,
    [ago(1)],
  );
  return { person, car, bookingId };
}

test("orders what waits by its due time, counts it, and says whose it is", async () => {
  const { person, car } = await fillQueue();
  const { items, total, next_cursor } = await list();
  expect(items).toMatchObject([
    { kind: "verification", id: person.id, label: "Denise Rolle", assignee: null },
    { kind: "job", id: "mail", count: 2 },
    { kind: "incident", label: "a payment that we have no record of" },
    { kind: "listing", id: car, label: "Coral Mustang", since: ago(2), count: 1 },
    { kind: "dispute", id: "dp_test_waiting", amount_cents: 20_099 },
  ]);
  expect(items[3]?.due_at).toBe(ago(2 - TARGET_HOURS.listing));
  expect({ total, next_cursor }).toEqual({ total: 5, next_cursor: null });
  expect(await counts()).toMatchObject({
    total: 5,
    counts: { verification: 1, listing: 1, incident: 1, dispute: 1, job: 1, review_report: 0 },
  });

  // Each role sees what it handles.
  const support = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "support" });
  const finance = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "finance" });
  const kindsOf = async (who: Person) => (await list("", who)).items.map((item) => item.kind);
  expect(await kindsOf(support)).toEqual(["verification", "listing"]);
  expect(await kindsOf(finance)).toEqual(["incident", "dispute"]);
  expect(
    (await assign({ kind: "dispute", id: "dp_test_waiting" }, { who: support })).body,
  ).toMatchObject({
    code: "role_required",
  });

  const [verification, , , listing] = items;
  if (!verification || !listing) throw new Error("the queue has no such items");
  expect((await assign(listing)).body).toEqual({
    assignee: { id: admin.id, name: "Andre Rolle" },
  });
  expect((await list("assignee=mine")).items).toMatchObject([{ id: car }]);
  expect((await list("assignee=mine", other)).total).toBe(0);
  expect((await list("assignee=nobody")).total).toBe(4);
  expect((await list("kind=listing&assignee=nobody")).items).toEqual([]);

  // The other admin still sees nobody's.
  expect((await assign(listing, { who: other })).body).toMatchObject({
    assignee: { id: admin.id },
  });
  // Whoever sees the assignee can take it over, and give it back.
  expect((await assign(listing, { who: other, seen: admin.id })).body).toMatchObject({
    assignee: { id: other.id },
  });
  expect((await assign(listing, { who: other, mine: false, seen: other.id })).body).toEqual({
    assignee: null,
  });
  expect((await assign({ kind: "listing", id: "gone" })).status).toBe(404);

  // An assignment ends with the item: the same person's next submission is nobody's.
  await assign(verification);
  t.app.clock.advance(HOUR_MS);
  await t.app.ctx.db
    .updateTable("identities")
    .set({ submitted_at: ago(0) })
    .where("user_id", "=", person.id)
    .execute();
  expect((await list("kind=verification")).items).toMatchObject([{ assignee: null }]);
  await assign(verification);
  // Somebody who is not an admin any more owns nothing.
  await t.app.ctx.db
    .deleteFrom("user_roles")
    .where("user_id", "=", admin.id)
    .where("role", "=", "admin")
    .execute();
  expect((await list("kind=verification", other)).items).toMatchObject([{ assignee: null }]);
});

test("pages through a long queue and refuses another list's cursor", async () => {
  for (let index = 0; index < 45; index++) await t.newCar({ is_approved: false });
  const ids = new Set<string>();
  let cursor: string | null = "";
  let total = 0;
  while (cursor !== null) {
    const page = await list(`kind=listing${cursor && `&cursor=${cursor}`}`, other);
    for (const { id } of page.items) ids.add(id);
    ({ next_cursor: cursor, total } = page);
  }
  expect(ids.size).toBe(total);
  expect(total).toBeGreaterThanOrEqual(45);
  const foreign = Buffer.from('["x"]').toString("base64url");
  const refused = await t.app.call("GET", `/api/admin/queue?cursor=${foreign}`, {
    as: other.token,
  });
  expect(refused.status).toBe(400);
});

test("a request for a second admin waits for those who may confirm it, until it is decided", async () => {
  const make = (adminRole: "support" | "finance" | "owner", firstName: string) =>
    makePerson(t.app, { roles: ["renter", "admin"], adminRole, firstName });
  const ada = await make("owner", "Ada");
  const bea = await make("owner", "Bea");
  const finance = await make("finance", "Fay");
  const support = await make("support", "Sue");
  const body = { action: "role_change", subject_id: finance.id, role: "owner", granted: true };
  const asked = await t.app.call("POST", "/api/admin/approvals", { as: ada.token, body });
  const { id } = asked.body;
  const roles = async (who: Person) =>
    (await list("", who)).items.filter((item) => item.kind === "role_approval");
  expect(await roles(bea)).toMatchObject([
    { id, label: "Ada Rolle wants to make Fay Rolle an owner", assignee: null },
  ]);
  for (const who of [ada, finance, support]) expect(await roles(who)).toEqual([]);
  expect((await assign({ kind: "role_approval", id }, { who: bea })).body).toMatchObject({
    assignee: { id: bea.id },
  });
  for (const [who, status] of [
    [ada, 404],
    [support, 403],
  ] as const)
    expect((await assign({ kind: "role_approval", id }, { who })).status).toBe(status);
  const decision = { decision: "declined", reason: "Not yet." };
  const path = `/api/admin/approvals/${id}/decision` as const;
  await t.app.call("POST", path, { as: bea.token, body: decision });
  expect(await roles(bea)).toEqual([]);
});

test("changed bank details wait for finance until they take effect or are cancelled", async () => {
  const host = await makePerson(t.app, { roles: ["renter", "host"], firstName: "Delroy" });
  const finance = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "finance" });
  const support = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "support" });
  const details = {
    account_holder: "Delroy Rolle",
    transit: "05165",
    account_number: "100023456789",
    account_kind: "chequing",
  };
  const put = async (bank: string) =>
    (
      await t.app.call("PUT", "/api/host/payout-details", {
        as: host.token,
        body: { ...details, bank },
      })
    ).body;
  const changes = async (who: Person) =>
    (await list("", who)).items.filter((item) => item.id === host.id);
  await put("rbc");
  expect(await changes(finance)).toEqual([]);
  const { effective_at } = await put("bob");
  const waiting = { kind: "bank_change", label: "Delroy Rolle", due_at: effective_at };
  expect(await changes(finance)).toMatchObject([waiting]);
  expect(await changes(support)).toEqual([]);
  await t.app.call("DELETE", "/api/host/payout-details/change", { as: host.token });
  expect(await changes(finance)).toEqual([]);

  await put("bob");
  t.app.clock.advance(72 * HOUR_MS);
  await applyChanges(t.app.ctx);
  await signInAgain(t.app, finance);
  expect(await changes(finance)).toEqual([]);
});
