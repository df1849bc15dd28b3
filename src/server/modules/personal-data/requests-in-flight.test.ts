// Requests in flight while their sender deletes the account: they were authorised before, and store
// no personal data.
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { picture } from "../../../../test/documents.ts";
import { makeListing } from "../../../../test/factories.ts";
import { PASSWORD, openTab, signedIn } from "../../../../test/people.ts";

let bookings: Bookings;
let app: Bookings["app"];
beforeAll(async () => {
  bookings = await startBookings({ config: { unlimited: false } });
  ({ app } = bookings);
});
afterAll(() => app.close());

/** A person with a password who may drive. */
async function member() {
  const { id, email, session } = await signedIn(app);
  const born = { date_of_birth: "1990-05-17" } as const;
  await app.ctx.db.updateTable("profiles").set(born).where("user_id", "=", id).execute();
  return { id, email, token: session?.access_token ?? "" };
}
type Member = Awaited<ReturnType<typeof member>>;
const leave = ({ token }: Member) =>
  app.call("POST", "/api/account/departure", { as: token, body: { password: PASSWORD } });

/** Sends a file except for its last bytes. The returned function sends the rest. */
function beginUpload({ token }: Member, path: string, file: Buffer) {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "image/jpeg",
    "content-length": file.length,
  };
  const sending = request(app.url + path, { method: "PUT", headers });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.write(file.subarray(0, -10));
  return async () => {
    sending.end(file.subarray(-10));
    const [answer] = await answered;
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) };
  };
}

/** Makes requests wait for the account lock in the given order, then releases them. */
async function inTurn(
  { id }: Member,
  ...requests: (() => Promise<{ status: number }>)[]
): Promise<number[]> {
  const answers: Promise<{ status: number }>[] = [];
  await app.ctx.db.transaction().execute(async (db) => {
    await db.selectFrom("accounts").select("id").where("id", "=", id).forUpdate().execute();
    for (const send of requests) {
      answers.push(send());
      await expect.poll(countWaiting).toBe(answers.length);
    }
  });
  return (await Promise.all(answers)).map(({ status }) => status);
}
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.ctx.db);
  return rows[0]?.waiting ?? 0;
}

test.each([
  ["/api/profile/photo", "portrait-upload"],
  ["/api/identity/documents/government_id", "identity-upload"],
])("does not store a file for %s that arrives after the deletion", async (path, counted) => {
  const person = await member();
  const finish = beginUpload(person, path, await picture());
  const admitted = () =>
    app.ctx.db
      .selectFrom("rate_limits")
      .select("hits")
      .where("key", "=", `${counted}:${person.id}`)
      .execute();
  await expect.poll(admitted).toHaveLength(1);
  expect((await leave(person)).status).toBe(200);
  expect(await finish()).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
  const { db } = app.ctx;
  const of = (table: "profiles" | "identities") =>
    db.selectFrom(table).selectAll().where("user_id", "=", person.id).execute();
  expect(await of("profiles")).toMatchObject([{ first_name: "Former", photo_id: null }]);
  expect(await of("identities")).toEqual([]);
});

test("refuses a checkout, profile change, favourite and second deletion queued behind the deletion", async () => {
  const person = await member();
  const car = await makeListing(app, bookings.host, { booking_mode: "approval" });
  const answers = await inTurn(
    person,
    () => leave(person),
    () => bookings.checkout(car, person),
    () =>
      app.call("PATCH", "/api/profile", {
        as: person.token,
        body: { first_name: "Ann", phone: "+12425550100" },
      }),
    () => app.call("PUT", `/api/favourites/${car}`, { as: person.token }),
    () => leave(person),
  );
  expect(answers).toEqual([200, 401, 401, 401, 401]);
  const { db } = app.ctx;
  expect(
    await db.selectFrom("bookings").where("renter_id", "=", person.id).selectAll().execute(),
  ).toEqual([]);
  expect(
    await db.selectFrom("favourites").where("user_id", "=", person.id).selectAll().execute(),
  ).toEqual([]);
  const profile = await db
    .selectFrom("profiles")
    .where("user_id", "=", person.id)
    .selectAll()
    .executeTakeFirst();
  expect(profile).toMatchObject({ first_name: "Former", phone: null });
});

test("opens no session when the password changes or the account is deleted during a sign-in", async () => {
  const signIn = async (email: string) => {
    const { error } = await openTab(app).signInWithPassword({ email, password: PASSWORD });
    return { status: error?.status ?? 200 };
  };
  const left = await member();
  expect(
    await inTurn(
      left,
      () => leave(left),
      () => signIn(left.email),
    ),
  ).toEqual([200, 400]);
  const changed = await member();
  const body = { password: "another-conch", current_password: PASSWORD };
  const change = () => app.call("PUT", "/auth/v1/user", { as: changed.token, body });
  expect(await inTurn(changed, change, () => signIn(changed.email))).toEqual([200, 400]);
  const live = await app.ctx.db
    .selectFrom("sessions")
    .select("account_id")
    .where("account_id", "in", [left.id, changed.id])
    .where("revoked_at", "is", null)
    .execute();
  expect(live).toEqual([{ account_id: changed.id }]);
});
