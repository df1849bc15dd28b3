// The life of a case: assigned, answered by email and in the conversation, reopened, changed by two
// admins; and the audit log.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFirst } from "../../../../test/api-responses.ts";
import { conversationCalls } from "../../../../test/conversations.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { listenOn } from "../../../../test/live.ts";
import { mailsTo, newEmail } from "../../../../test/people.ts";
import { mailUnread, UNREAD_MAIL, type UnreadMail } from "../messaging/unread-mails.service.ts";

const OPERATOR = "cases@caydrive.test";
const CASES = "/api/admin/support/cases";

let app: TestApp;
let talk: ReturnType<typeof conversationCalls>;
let andre: Person;
let bianca: Person;
beforeAll(async () => {
  const example = { text: "+1 242 555 0100", isExample: true };
  app = await startTestApp({
    config: {
      unlimited: true,
      contacts: {
        email: { text: OPERATOR, isExample: false },
        phone: example,
        emergencyPhone: example,
      },
    },
  });
  talk = conversationCalls(app);
  andre = await makePerson(app, { roles: ["renter", "admin"], firstName: "Andre" });
  bianca = await makePerson(app, { roles: ["renter", "admin"], firstName: "Bianca" });
});
afterAll(() => app.close());

/** Submits the form. */
async function form(by?: Person) {
  const email = by?.email ?? newEmail();
  const { body } = await app.call("POST", "/api/support/messages", {
    ...(by && { as: by.token }),
    body: { name: "Tamika Rolle", email, message: "Where is my refund?" },
  });
  const { cases } = (
    await app.call("GET", `${CASES}?search=${body.case_number}`, { as: andre.token })
  ).body;
  return { email, number: body.case_number, id: getFirst(cases).id };
}
/** Writes in the chat. */
async function chat(by: Person, text = "Hello?") {
  const { id } = (await talk.open(by, { support: true })).body;
  await talk.send(by, id, text);
  return id as string;
}
const read = async (id: string) =>
  (await app.call("GET", `${CASES}/${id}`, { as: andre.token })).body;
const answer = (
  by: Person,
  id: string,
  version: number,
  body: string,
  messageId: string = randomUUID(),
) =>
  app.call("POST", `${CASES}/${id}/answers`, {
    as: by.token,
    body: { id: messageId, version, body },
  });
const change = (by: Person, id: string, version: number, to: object) =>
  app.call("PATCH", `${CASES}/${id}`, { as: by.token, body: { version, ...to } });
const answersTo = async (email: string) =>
  (await app.mails(email)).filter(({ subject }) => subject.startsWith("Our reply"));
const jobs = async (conversation: string): Promise<UnreadMail[]> => {
  const { rows } = await app.pool.query<{ data: UnreadMail }>(
    `select data from pgboss.job where name = $1 and data->>'conversation_id' = $2 order by created_on`,
    [UNREAD_MAIL, conversation],
  );
  return rows.map(({ data }) => data);
};

test("without an account, emails the reply with the operator's address and assigns the case", async () => {
  const { email, number, id } = await form();
  const messageId = randomUUID();
  const { status, body } = await answer(
    andre,
    id,
    1,
    "It left us on Monday.\nGive it <b>five</b> days.",
    messageId,
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: "waiting",
    assignee: { id: andre.id },
    version: 2,
    unread: 0,
  });
  // Sent again, as after a lost connection, it changes nothing.
  expect(
    (await answer(andre, id, 1, "It left us on Monday.\nGive it <b>five</b> days.", messageId))
      .body,
  ).toEqual(body);
  await expect.poll(async () => (await answersTo(email)).length).toBe(1);
  const [mail] = await answersTo(email);
  expect(mail).toMatchObject({
    subject: `Our reply to your message (${number})`,
    reply_to: OPERATOR,
  });
  expect(mail?.text).toContain("Give it <b>five</b> days.");
  expect(mail?.text).not.toContain("/messages");
  expect(await jobs(id)).toEqual([]);
  expect(await talk.thread(andre, id)).toMatchObject({
    messages: [
      { body: "Where is my refund?", mine: false, author: null },
      { mine: true, author: "Andre Rolle" },
    ],
  });
});

test("with an account, form and reply are one conversation, and a new message reopens the case", async () => {
  const renter = await makePerson(app, { firstName: "Cleo" });
  const { id, number } = await form(renter);
  expect((await answer(andre, id, 1, "On Monday.")).status).toBe(200);
  await expect.poll(async () => (await answersTo(renter.email)).length).toBe(1);
  expect((await answersTo(renter.email))[0]?.text).toContain(`/messages?c=${id}`);
  // The reply was emailed, so there is no second email for being unread.
  expect(await jobs(id)).toEqual([]);
  expect(await talk.bodies(renter, id)).toEqual(["Where is my refund?", "On Monday."]);
  expect((await talk.thread(renter, id)).messages[1]?.author).toBeNull();
  expect(await talk.unread(renter)).toEqual({ renter: 1, host: 1 });
  const closed = await change(andre, id, 2, { state: "closed" });
  expect(closed.body).toMatchObject({ state: "closed", version: 3 });
  const [listed] = (await talk.list(renter, "side=renter")).conversations;
  expect(listed?.case).toMatchObject({ number, state: "closed" });
  await talk.send(renter, id, "It has not come.");
  expect(await read(id)).toMatchObject({
    state: "open",
    version: 4,
    unread: 1,
    assignee: { id: andre.id },
  });
});

const search = async (words: string) =>
  (await app.call("GET", `${CASES}?search=${encodeURIComponent(words)}`, { as: andre.token })).body
    .cases;

test("search finds every word of a case, and none between renters and hosts", async () => {
  const renter = await makePerson(app, { firstName: "Zed" });
  const id = await chat(renter, "Good morning.");
  await talk.send(renter, id, "A zyzzyva sits in the boot.");
  const { version } = await read(id);
  expect((await answer(bianca, id, version, "Leave the wombat to us.")).status).toBe(200);
  for (const words of ["morning", "ZYZZYVA sits", "wombat", "zy"])
    expect(await search(words)).toMatchObject([{ id }]);
  const question = await talk.question();
  await talk.send(question.renter, question.id, "May I bring a wombat?");
  expect(await search("wombat")).toMatchObject([{ id }]);
  expect(await search("bring a wombat")).toEqual([]);
});

test("a word in too many messages for the index is found by scanning", async () => {
  const renter = await makePerson(app, { firstName: "Yan" });
  const id = await chat(renter, "Where is the axolotl?");
  await app.pool.query(
    `insert into messages (id, conversation_id, seq, sender_id, side, is_support, body, created_at)
     select gen_random_uuid(), conversation_id, n, sender_id, side, is_support, 'No axolotl, ' || n, created_at
     from messages cross join generate_series(2, 1100) n where conversation_id = $1`,
    [id],
  );
  expect(await search("axolotl")).toMatchObject([{ id }]);
});

test("a chat is a case from its first message until it is closed", async () => {
  const renter = await makePerson(app, { firstName: "Dario" });
  const opened = await talk.open(renter, { support: true });
  expect((await talk.open(renter, { support: true })).body.id).toBe(opened.body.id);
  expect(opened.body).toMatchObject({
    kind: "support",
    side: "renter",
    other: null,
    case: null,
    contacts_hidden: false,
  });
  expect(
    (await app.call("GET", `${CASES}?search=${renter.id}`, { as: andre.token })).body.cases,
  ).toEqual([]);
  const ofAdmins = await listenOn(app.url, "admins", andre.token);
  const id = await chat(renter, "Call me: 242 555 0100");
  expect(id).toBe(opened.body.id);
  await expect.poll(() => ofAdmins.received).toEqual([{ what: "support", id }]);
  await ofAdmins.close();
  expect(await read(id)).toMatchObject({
    origin: "chat",
    name: "Dario Rolle",
    email: renter.email,
    state: "open",
  });
  // Beside their cars too, since a host has one inbox there.
  expect((await talk.list(renter, "side=host")).conversations).toMatchObject([
    { id, side: "renter" },
  ]);
  const { number } = await read(id);
  await talk.send(renter, id, "Hello?");
  expect(await read(id)).toMatchObject({ number, version: 2, unread: 2 });
  expect((await answer(bianca, id, 2, "We will.")).status).toBe(200);
  // Only the unread-message job sends an email.
  expect(await answersTo(renter.email)).toEqual([]);
  const notified = (await jobs(id)).find(({ side }) => side === "renter");
  await mailUnread(app.ctx, notified!);
  expect((await mailsTo(app, renter.email))[0]?.subject).toBe(`Support wrote to you (${number})`);
  expect((await talk.open(renter, { support: true })).body.id).toBe(id);
  await change(bianca, id, 3, { state: "closed" });
  expect((await talk.open(renter, { support: true })).body.id).not.toBe(id);
});

test("emails the operator once about a chat unread for a quarter of an hour", async () => {
  const renter = await makePerson(app);
  const [id, seen] = [await chat(renter), await chat(await makePerson(app))];
  await talk.send(renter, id, "Anybody?");
  const [job, ...more] = await jobs(id);
  expect([job, more]).toMatchObject([{ conversation_id: id, side: "support", seq: 1 }, []]);
  await talk.read(andre, seen, 1);
  await Promise.all([
    mailUnread(app.ctx, job!),
    mailUnread(app.ctx, job!),
    mailUnread(app.ctx, (await jobs(seen))[0]!),
  ]);
  const { number } = await read(id);
  const ofCase = async (of: string) =>
    (await mailsTo(app, OPERATOR)).filter(({ subject }) => subject.includes(of));
  await expect.poll(async () => (await ofCase(number)).length).toBe(1);
  expect((await ofCase(number))[0]?.text).toContain(`/admin/support/${id}`);
  expect(await ofCase((await read(seen)).number)).toEqual([]);
});

test("refuses the second of two concurrent admins and neither stores nor emails their reply", async () => {
  const { id, email } = await form();
  const answers = await Promise.all([
    answer(andre, id, 1, "Soon."),
    answer(bianca, id, 1, "Never."),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("case_changed");
  expect(await talk.stored(id)).toHaveLength(2);
  await expect.poll(async () => (await answersTo(email)).length).toBe(1);
  for (const late of [{ state: "closed" }, { assignee_id: bianca.id }])
    expect((await change(bianca, id, 1, late)).body.code).toBe("case_changed");
  expect(await read(id)).toMatchObject({ state: "waiting", version: 2 });
  // Also when the person has written meanwhile: an unread message is not closed.
  const renter = await makePerson(app);
  const chatted = await chat(renter);
  await talk.send(renter, chatted, "Wait");
  expect((await change(andre, chatted, 1, { state: "closed" })).body.code).toBe("case_changed");
});

test("assigns cases to admins only, counts them per admin, and audits each step", async () => {
  const { id, number } = await form();
  const counts = async (by: Person) =>
    (await app.call("GET", "/api/admin/support/counts", { as: by.token })).body;
  const [before, beforeTaken] = [await counts(bianca), await counts(andre)];
  const stranger = await makePerson(app);
  expect((await change(andre, id, 1, { assignee_id: stranger.id })).body.code).toBe(
    "assignee_not_admin",
  );
  expect((await change(andre, id, 1, {})).body.code).toBe("invalid_request");
  expect((await change(andre, id, 1, { assignee_id: bianca.id })).body).toMatchObject({
    assignee: { id: bianca.id, first_name: "Bianca" },
  });
  expect(await counts(bianca)).toEqual({
    ...before,
    mine: before.mine + 1,
    unassigned: before.unassigned - 1,
  });
  expect((await counts(andre)).mine).toBe(beforeTaken.mine);
  const ids = async (by: Person, filter: string) =>
    (await app.call("GET", `${CASES}?filter=${filter}`, { as: by.token })).body.cases.map(
      (each) => each.id,
    );
  expect(await ids(bianca, "mine")).toContain(id);
  expect(await ids(andre, "mine")).not.toContain(id);
  expect(await ids(andre, "unassigned")).not.toContain(id);
  await change(bianca, id, 2, { assignee_id: null, state: "closed" });
  expect(await ids(andre, "closed")).toContain(id);
  expect(await ids(andre, "unassigned")).not.toContain(id);
  const { events } = (await app.call("GET", `/api/admin/audit?about=${id}`, { as: andre.token }))
    .body;
  expect(events).toMatchObject([
    {
      action: "support.close",
      actor: { id: bianca.id },
      before: { state: "open" },
      after: { state: "closed" },
    },
    { action: "support.assign", after: { assignee: null } },
    { action: "support.assign", actor: { id: andre.id }, subject: `${number}, Tamika Rolle` },
  ]);
});

test("restricts a case to its two sides; bad replies change nothing", async () => {
  const renter = await makePerson(app);
  const id = await chat(renter);
  const stranger = await makePerson(app, { roles: ["renter", "host"] });
  expect((await talk.send(stranger, id, "Me, too")).body.code).toBe("PGRST116");
  expect((await talk.send(andre, id, "Past the case")).body.code).toBe("forbidden");
  expect((await answer(andre, randomUUID(), 1, "Hello")).body.code).toBe("PGRST116");
  expect((await answer(andre, id, 1, " \u200b ")).body.code).toBe("message_empty");
  expect((await answer(andre, id, 1, "a".repeat(4001))).body.code).toBe("message_too_long");
  expect((await answer(andre, id, 1, "a".repeat(100_000))).body.code).toBe("payload_too_large");
  // An admin's own case is answered by another.
  const own = await chat(andre, "My own matter");
  expect((await answer(andre, own, 1, "Dear me")).body.code).toBe("PGRST116");
  expect((await answer(bianca, own, 1, "Dear Andre")).status).toBe(200);
  expect(await talk.stored(id)).toHaveLength(1);
  expect(await read(id)).toMatchObject({ state: "open", version: 1 });
});
