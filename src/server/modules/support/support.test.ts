// Writing to support through the API: stored and mailed, refused with a word on each field, limited, and answered by admins.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { mailsTo, newEmail } from "../../../../test/people.ts";

const OPERATOR = "help@caydrive.test";
const MESSAGES = "/api/support/messages";
const LIST = "/api/admin/support/messages";

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp({
    config: {
      contacts: {
        email: { text: OPERATOR, isExample: false },
        phone: { text: "+1 242 555 0100", isExample: true },
        emergencyPhone: { text: "+1 242 555 0199", isExample: true },
      },
    },
  });
  admin = await makePerson(app, { roles: ["renter", "admin"], firstName: "Andre" });
});
afterAll(() => app.close());

let serial = 0;
const write = (more: object = {}, options: { as?: string } = {}) =>
  app.call("POST", MESSAGES, {
    ...options,
    body: { name: "Tamika Rolle", email: newEmail(), category: "payment", message: "Where is my refund?", ...more },
  });
const list = (query = "") => app.call("GET", LIST + query, { as: admin.token });
const found = async (search: string, more = "") =>
  (await list(`?search=${encodeURIComponent(search)}${more}`)).body.messages;

test("a message is stored and mailed to the operator, with the sender's address to answer to", async () => {
  const email = newEmail();
  const message = `Two nights, one charge?\n<b>Please</b> look. ${++serial}`;
  const { status, body } = await write({ name: "  Naomi O'Brien ", email: ` ${email.toUpperCase()}`, message });
  expect({ status, body }).toEqual({ status: 200, body: { received: true } });
  const [stored] = await found(email);
  expect(stored).toMatchObject({ name: "Naomi O'Brien", email, category: "payment", message, account_id: null });
  expect(stored).toMatchObject({ answered_at: null, answered_by: null, created_at: app.clock.now().toISOString() });
  const mails = await mailsTo(app, OPERATOR);
  const mail = mails.find(({ text }) => text.includes(email));
  expect(mail).toMatchObject({ subject: "Support: payment, from Naomi O'Brien", reply_to: email });
  expect(mail?.text).toContain(message);
  expect(mail?.text).toContain(`/admin/support?message=${stored.id}`);
  expect(mail?.html).toContain("&lt;b&gt;Please&lt;/b&gt;");
  expect(await app.mails(email)).toEqual([]);
});

test("the category may be left out, and who is signed in is remembered", async () => {
  const renter = await makePerson(app);
  for (const category of [undefined, null])
    expect((await write({ email: renter.email, category }, { as: renter.token })).status).toBe(200);
  expect(await found(renter.id)).toMatchObject([
    { account_id: renter.id, category: null },
    { account_id: renter.id, category: null },
  ]);
});

test.each([
  ["no name", { name: undefined }, "body.name"],
  ["a blank name", { name: "  " }, "body.name"],
  ["a name without a letter", { name: "..." }, "body.name"],
  ["a name on two lines", { name: "Ann\nBcc: all@example.test" }, "body.name"],
  ["a name that turns what follows", { name: "Ann \u202e" }, "body.name"],
  ["a name that is too long", { name: "n".repeat(162) }, "body.name"],
  ["no e-mail", { email: undefined }, "body.email"],
  ["what is no e-mail", { email: "naomi" }, "body.email"],
  ["two e-mails", { email: "a@example.test, b@example.test" }, "body.email"],
  ["no message", { message: undefined }, "body.message"],
  ["a blank message", { message: " \n " }, "body.message"],
  ["a message that is too long", { message: "m".repeat(5001) }, "body.message"],
  ["a category that is none", { category: "complaint" }, "body.category"],
  ["an unknown field", { urgent: true }, "body.urgent"],
])("%s is refused", async (_what, more, field) => {
  const before = (await app.ctx.db.selectFrom("support_messages").select("id").execute()).length;
  const { status, body } = await write(more);
  expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_request" });
  expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
  expect(await app.ctx.db.selectFrom("support_messages").select("id").execute()).toHaveLength(before);
});

test("one sender is limited, and another one at the same address is not", async () => {
  const email = newEmail();
  for (let sent = 0; sent < 5; sent++) expect((await write({ email })).status).toBe(200);
  const refused = await write({ email });
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 429, code: "rate_limited" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await found(email)).toHaveLength(5);
  expect((await write()).status).toBe(200);
});

test("admins search by words, name, address and id, by state, page by page", async () => {
  app.clock.advance(3_700_000); // past the limit of the address that all tests write from
  const word = `zebra${++serial}`;
  for (let sent = 0; sent < 22; sent++) await write({ name: `Ann ${sent}`, message: `A ${word} on Bay Street.` });
  const first = (await list(`?search=${word}`)).body;
  expect(first.messages).toHaveLength(20);
  const second = (await list(`?search=${word}&cursor=${first.next_cursor}`)).body;
  expect(second.messages).toHaveLength(2);
  expect(second.next_cursor).toBeNull();
  expect(new Set([...first.messages, ...second.messages].map(({ id }) => id)).size).toBe(22);
  const [{ id, name, email }] = first.messages;
  expect(await found(id)).toHaveLength(1);
  expect(await found(email)).toMatchObject([{ id }]);
  expect(await found(`${name} ${email}`)).toMatchObject([{ id }]);
  expect(await found(`%${word}`)).toEqual([]);
  expect(await found(word, "&filter=answered")).toEqual([]);
  expect((await app.call("GET", `${LIST}/${id}`, { as: admin.token })).body).toEqual(first.messages[0]);
  const foreign = await list("?cursor=WyJ4Il0");
  expect({ status: foreign.status, code: foreign.body.code }).toEqual({ status: 400, code: "invalid_request" });
});

test("a message is marked as answered once, and opened again; the record names the admin", async () => {
  app.clock.advance(3_700_000); // as above
  const email = newEmail();
  await write({ email, name: "Naomi Cooper" });
  const [{ id }] = await found(email);
  const mark = (answered: boolean) =>
    app.call("POST", `${LIST}/${id}/answered`, { as: admin.token, body: { answered } });
  const at = app.clock.now().toISOString();
  expect((await mark(true)).body).toMatchObject({ id, answered_at: at, answered_by: "Andre Rolle" });
  app.clock.advance(60_000);
  expect((await mark(true)).body.answered_at).toBe(at);
  expect(await found(email, "&filter=answered")).toHaveLength(1);
  expect(await found(email, "&filter=open")).toEqual([]);
  expect((await mark(false)).body).toMatchObject({ answered_at: null, answered_by: null });
  expect(await found(email, "&filter=open")).toHaveLength(1);
  const { body } = await app.call("GET", `/api/admin/audit?about=${id}`, { as: admin.token });
  expect(body.events).toMatchObject([
    { action: "support.reopen", actor: { id: admin.id }, subject_type: "support_message", subject: "Naomi Cooper" },
    { action: "support.answer", actor: { id: admin.id } },
  ]);
});
