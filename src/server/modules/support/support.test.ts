// Writing to support through the API: numbered, emailed, validated per field, limited, and searched
// by admins. cases.test.ts tests what admins do with a case.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Query, getFirst, assertDefined } from "../../../../test/api-responses.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { mailsTo, newEmail } from "../../../../test/people.ts";

const OPERATOR = "help@caydrive.test";
const MESSAGES = "/api/support/messages";
const LIST = "/api/admin/support/cases";

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
const count = async () =>
  (await app.ctx.db.selectFrom("support_cases").select("id").execute()).length;
const write = (more: object = {}, options: { as?: string } = {}) =>
  app.call("POST", MESSAGES, {
    ...options,
    body: {
      name: "Tamika Rolle",
      email: newEmail(),
      category: "payment",
      message: "Where is my refund?",
      ...more,
    },
  });
const list = (query: Query = "") => app.call("GET", `${LIST}${query}`, { as: admin.token });
const found = async (search: string, more = "") =>
  (await list(`?search=${encodeURIComponent(search)}${more}`)).body.cases;

test("opens a numbered case and emails the operator and the sender", async () => {
  const email = newEmail();
  const message = `Two nights, one charge?\n<b>Please</b> look. ${++serial}`;
  const { status, body } = await write({
    name: "  Naomi O'Brien ",
    email: ` ${email.toUpperCase()}`,
    message,
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      received: true,
      case_number: expect.stringMatching(/^CD-1\d{3}$/),
      conversation_id: null,
    },
  });
  const [stored] = await found(email);
  expect(stored).toMatchObject({
    number: body.case_number,
    origin: "form",
    name: "Naomi O'Brien",
    email,
    category: "payment",
    state: "open",
    assignee: null,
    account_id: null,
    unread: 1,
    last_message: { body: message, by_support: false, created_at: app.clock.now().toISOString() },
  });
  const mail = (await mailsTo(app, OPERATOR)).find(({ text }) => text.includes(email));
  expect(mail).toMatchObject({
    subject: `${body.case_number}: payment, from Naomi O'Brien`,
    reply_to: email,
  });
  expect(mail?.text).toContain(message);
  expect(mail?.text).toContain(`/admin/support/${stored?.id}`);
  expect(mail?.html).toContain("&lt;b&gt;Please&lt;/b&gt;");
  // Anyone may have entered the address, so the email contains the number and none of the text.
  const [confirmation, ...more] = await mailsTo(app, email);
  expect(more).toEqual([]);
  expect(confirmation?.subject).toBe(`We've received your message (case ${body.case_number})`);
  for (const typed of ["Naomi", "charge", "look"]) expect(confirmation?.text).not.toContain(typed);
  const next = Number((await write()).body.case_number.slice(3));
  expect(next).toBeGreaterThan(Number(body.case_number.slice(3)));
});

test("the category is optional, and a signed-in sender finds the case among their messages", async () => {
  const renter = await makePerson(app);
  const ids: string[] = [];
  for (const category of [undefined, null]) {
    const { body } = await write({ email: renter.email, category }, { as: renter.token });
    ids.unshift(assertDefined(body.conversation_id));
  }
  const cases = await found(renter.id);
  expect(cases.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(cases).toMatchObject(ids.map(() => ({ account_id: renter.id, category: null })));
  const { body } = await app.call("GET", "/api/conversations?side=renter", { as: renter.token });
  expect(body.conversations.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(body.conversations[0]).toMatchObject({
    kind: "support",
    side: "renter",
    case: { state: "open" },
    unread: 0,
  });
  await expect.poll(async () => (await mailsTo(app, renter.email)).length).toBe(2);
  const mails = await mailsTo(app, renter.email);
  expect(
    mails.map(({ text }) => ids.filter((id) => text.includes(`/messages?c=${id}`)).length),
  ).toEqual([1, 1]);
});

test("a case names a booking of its sender, for the sender and for admins", async () => {
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const renter = await makePerson(app);
  const dates = { start_date: "2026-12-05", end_date: "2026-12-08" };
  const checkout = await app.call("POST", "/functions/v1/create-booking-checkout", {
    as: renter.token,
    body: {
      car_id: await makeListing(app, host),
      ...dates,
      total_amount: 180,
      special_requests: null,
    },
  });
  const id = checkout.body.booking_id;
  const { number } = (await app.call("GET", `/api/bookings/${id}`, { as: renter.token })).body;
  for (const [who, side] of [
    [renter, "renter"],
    [host, "host"],
  ] as const) {
    const { body } = await write({ booking_id: id }, { as: who.token });
    const path = `/api/conversations/${assertDefined(body.conversation_id)}` as const;
    const conversation = (await app.call("GET", path, { as: who.token })).body;
    expect(conversation.case?.booking).toEqual({ id, number, side });
    expect(getFirst(await found(body.case_number)).booking).toEqual({ id, number });
    await eventually(async () => {
      const mails = await mailsTo(app, OPERATOR);
      const mail = mails.find(({ subject }) => subject.startsWith(body.case_number));
      expect(mail?.text).toContain(number);
    });
  }
  expect(await found(id)).toHaveLength(2);
  const before = await count();
  for (const as of [(await makePerson(app)).token, undefined])
    expect((await write({ booking_id: id }, { ...(as && { as }) })).status).toBe(404);
  expect(await count()).toBe(before);
});

test.each([
  ["no name", { name: undefined }, "body.name"],
  ["a blank name", { name: "  " }, "body.name"],
  ["a name without a letter", { name: "..." }, "body.name"],
  ["a name on two lines", { name: "Ann\nBcc: all@example.test" }, "body.name"],
  ["a name that reverses the text after it", { name: "Ann \u202e" }, "body.name"],
  ["a name that is too long", { name: "n".repeat(162) }, "body.name"],
  ["no email", { email: undefined }, "body.email"],
  ["an invalid email", { email: "naomi" }, "body.email"],
  ["two emails", { email: "a@example.test, b@example.test" }, "body.email"],
  ["no message", { message: undefined }, "body.message"],
  ["a blank message", { message: " \n " }, "body.message"],
  ["a message that is too long", { message: "m".repeat(5001) }, "body.message"],
  ["an unknown category", { category: "complaint" }, "body.category"],
  ["an unknown field", { urgent: true }, "body.urgent"],
])("refuses %s", async (_what, more, field) => {
  const before = await count();
  const { status, body } = await write(more);
  expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_request" });
  expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
  expect(await count()).toBe(before);
});

test("limits one sender, but not another at the same address", async () => {
  const email = newEmail();
  for (let sent = 0; sent < 5; sent++) expect((await write({ email })).status).toBe(200);
  const refused = await write({ email });
  expect({ status: refused.status, code: refused.body.code }).toEqual({
    status: 429,
    code: "rate_limited",
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await found(email)).toHaveLength(5);
  expect((await write()).status).toBe(200);
});

test("emails an address five case numbers a day, and stores more without an email", async () => {
  const email = newEmail();
  for (let sent = 0; sent < 6; sent++) {
    app.clock.advance(3_700_000); // past the sender's limit
    expect((await write({ email })).status).toBe(200);
  }
  expect(await found(email)).toHaveLength(6);
  // The operator's emails were queued in the same transactions.
  const ofOperator = async () =>
    (await mailsTo(app, OPERATOR)).filter(({ text }) => text.includes(email)).length;
  await expect.poll(ofOperator).toBe(6);
  await expect.poll(async () => (await mailsTo(app, email)).length).toBe(5);
});

test("admins search by number, words, name, address, id and state, page by page", async () => {
  app.clock.advance(3_700_000); // past the limit of the address that all tests use
  const word = `zebra${++serial}`;
  for (let sent = 0; sent < 22; sent++)
    await write({ name: `Ann ${sent}`, message: `A ${word} on Bay Street.` });
  const first = (await list(`?search=${word}`)).body;
  expect(first.cases).toHaveLength(20);
  const second = (await list(`?search=${word}&cursor=${first.next_cursor}`)).body;
  expect(second.cases).toHaveLength(2);
  expect(second.next_cursor).toBeNull();
  expect(new Set([...first.cases, ...second.cases].map(({ id }) => id)).size).toBe(22);
  const { id, number, name, email } = getFirst(first.cases);
  for (const quoted of [number, number.toLowerCase(), `#${number.slice(3)}`])
    expect((await found(quoted)).map((each) => each.id)).toContain(id);
  expect(await found(id)).toHaveLength(1);
  expect(await found(email)).toMatchObject([{ id }]);
  expect(await found(`${name} ${email}`)).toMatchObject([{ id }]);
  expect(await found(`%${word}`)).toEqual([]);
  expect(await found(word, "&filter=closed")).toEqual([]);
  const { admins, ...one } = (await app.call("GET", `${LIST}/${id}`, { as: admin.token })).body;
  expect(one).toEqual(first.cases[0]);
  expect(admins).toContainEqual({ id: admin.id, first_name: "Andre", last_name: "Rolle" });
  const foreign = await list("?cursor=WyJ4Il0");
  expect({ status: foreign.status, code: foreign.body.code }).toEqual({
    status: 400,
    code: "invalid_request",
  });
});
