// Tests email over a real SMTP server: what arrives, and what happens after temporary and permanent
// failures.
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getFirst } from "../../../../test/api-responses.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson } from "../../../../test/factories.ts";
import { newEmail, registerPerson } from "../../../../test/people.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { readConfig } from "../../config.ts";
import { queueMail } from "./mail.ts";

const SUPPORT_EMAIL = "help@caydrive.test";

interface Arrived extends Email {
  envelope: { from: string; to: string[] };
}

let app: TestApp;
let server: SMTPServer;
let arrived: Arrived[];
/** The server's replies to each recipient, in turn; afterwards it accepts everything. */
let answers: { code: number; text: string }[];
/** How many emails it accepts and then reports as failed. */
let lost: number;
let asked: number;

beforeEach(async () => {
  arrived = [];
  answers = [];
  lost = 0;
  asked = 0;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      asked++;
      const response = answers.shift();
      done(
        response ? Object.assign(new Error(response.text), { responseCode: response.code }) : null,
      );
    },
    async onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map((each) => each.address);
      arrived.push({ ...(await PostalMime.parse(await buffer(stream))), envelope: { from, to } });
      done(lost-- > 0 ? Object.assign(new Error("try again"), { responseCode: 451 }) : null);
    },
  });
  const port = await new Promise<number>((done) => {
    const listening = server.listen(0, "127.0.0.1", () =>
      done((listening.address() as { port: number }).port),
    );
  });
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const { contacts } = readConfig({ SUPPORT_EMAIL });
  app = await startTestApp({
    config: { smtpUrl, contacts, mailFrom: "Caydrive <no-reply@caydrive.test>" },
  });
});
afterEach(async () => {
  await app.close();
  await new Promise<void>((done) => server.close(done));
});

test("delivers a sign-up confirmation from MAIL_FROM as text and HTML, and serves no mailbox page", async () => {
  const email = newEmail();
  await registerPerson(app, email);
  await eventually(() => expect(arrived).toHaveLength(1));
  const [mail] = arrived;
  expect(mail?.envelope).toEqual({ from: "no-reply@caydrive.test", to: [email] });
  expect(mail?.from).toMatchObject({ name: "Caydrive", address: "no-reply@caydrive.test" });
  expect(mail?.subject).toBe("Confirm your email for Caydrive");
  const link = `${app.url}/auth/confirm?token_hash=`;
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(link);
  expect((await app.call("GET", "/dev/mailbox.json")).status).toBe(404);
});

/** The values of a header in the order in which the emails arrived. */
const headers = (name: string) =>
  arrived.map((mail) => mail.headers.find(({ key }) => key === name)?.value);

test("marks an email as automatic, dates it, and lets replies reach support", async () => {
  await registerPerson(app, newEmail());
  await eventually(() => expect(arrived).toHaveLength(1));
  expect(headers("auto-submitted")).toEqual(["auto-generated"]);
  expect(headers("date")).toEqual(["Sat, 21 Nov 2026 17:00:00 +0000"]);
  expect(headers("message-id")).toEqual([expect.stringMatching(/^<[\da-f-]{36}@caydrive\.test>$/)]);
  expect(arrived[0]?.replyTo).toMatchObject([{ address: SUPPORT_EMAIL }]);
});

test("keeps the emails of a case in one thread: to the sender, to support, and back to the sender", async () => {
  const admin = await makePerson(app, { roles: ["renter", "admin"] });
  const email = newEmail();
  const form = { name: "Tamika Rolle", email, message: "Where is my refund?" };
  await app.call("POST", "/api/support/messages", { body: form });
  const { cases } = (await app.call("GET", "/api/admin/support/cases", { as: admin.token })).body;
  const { id, version } = getFirst(cases);
  const response = { id: randomUUID(), version, body: "It left us on Monday." };
  await app.call("POST", `/api/admin/support/cases/${id}/answers`, {
    as: admin.token,
    body: response,
  });
  await eventually(() => expect(arrived).toHaveLength(3));
  const root = `<${id}@caydrive.test>`;
  expect(headers("references")).toEqual([root, root, root]);
  expect(headers("in-reply-to")).toEqual([root, root, root]);
  expect(new Set(headers("message-id")).size).toBe(3);
  expect(
    arrived.map(({ envelope, replyTo }) => [envelope.to[0], replyTo?.[0]?.address]).toSorted(),
  ).toEqual(
    [
      [email, SUPPORT_EMAIL],
      [email, SUPPORT_EMAIL],
      [SUPPORT_EMAIL, email],
    ].toSorted(),
  );
});

test("delivers headers and attachments intact, so that email programs can offer to unsubscribe and to save the date", async () => {
  const link = `${app.url}/unsubscribe?token=${"aB3-_".repeat(24)}`;
  const content = `BEGIN:VCALENDAR\r\nX-NOTE:${"long ".repeat(40)}\r\nEND:VCALENDAR\r\n`;
  await queueMail(app.ctx, {
    to: "ann@caydrive.test",
    subject: "Confirmed",
    text: "Confirmed.",
    html: "<p>Confirmed.</p>",
    headers: {
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    attachments: [
      {
        filename: "booking.ics",
        contentType: "text/calendar; charset=utf-8; method=PUBLISH",
        content,
      },
    ],
  });
  await eventually(() => expect(arrived).toHaveLength(1));
  expect(headers("list-unsubscribe")).toEqual([`<${link}>`]);
  expect(headers("list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
  const [file] = arrived[0]?.attachments ?? [];
  expect(file).toMatchObject({
    filename: "booking.ics",
    mimeType: "text/calendar",
    method: "PUBLISH",
  });
  const text = Buffer.from(file?.content as ArrayBuffer).toString();
  expect(text).toBe(content.replaceAll("\r\n", "\n")); // with the parser's line ends
});

test("retries the same email after a temporary failure", async () => {
  answers = [{ code: 451, text: "greylisted" }];
  lost = 1;
  await registerPerson(app, newEmail());
  await eventually(() => expect(arrived).toHaveLength(2));
  expect(asked).toBe(3);
  expect(new Set(headers("message-id")).size).toBe(1);
});

test("does not retry after a permanent failure", async () => {
  answers = [{ code: 550, text: "no such mailbox" }];
  await registerPerson(app, newEmail());
  const unfinished = () =>
    app.pool
      .query(
        "select from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')",
      )
      .then(({ rows }) => rows.length);
  await eventually(async () =>
    expect({ asked, unfinished: await unfinished() }).toEqual({ asked: 1, unfinished: 0 }),
  );
  expect(arrived).toEqual([]);
});

test("deletes sent emails and the jobs of requested links soon afterwards", async () => {
  const email = newEmail();
  await registerPerson(app, email);
  await app.call("POST", "/auth/v1/recover", { body: { email } });
  const jobs = async () =>
    (
      await app.pool.query<{ name: string; kept: number }>(
        "select distinct name, deletion_seconds as kept from pgboss.job where data::text like $1 order by name",
        [`%${email}%`],
      )
    ).rows;
  expect(await jobs()).toEqual(["mail", "mail-link"].map((name) => ({ name, kept: 60 })));
});
