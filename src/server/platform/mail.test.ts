// Mail over a real SMTP server: what arrives there, and what happens when it can't take a mail now, or never will.
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newEmail, signUp } from "../../../test/people.ts";
import { startTestApp, type TestApp } from "../../../test/harness.ts";

interface Arrived extends Email {
  envelope: { from: string; to: string[] };
}

let app: TestApp;
let server: SMTPServer;
let arrived: Arrived[];
/** What the server answers to each recipient, in turn; then it takes them. */
let answers: { code: number; text: string }[];
let asked: number;

beforeEach(async () => {
  arrived = [];
  answers = [];
  asked = 0;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, done) {
      asked++;
      const answer = answers.shift();
      done(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null);
    },
    async onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map((each) => each.address);
      arrived.push({ ...(await PostalMime.parse(await buffer(stream))), envelope: { from, to } });
      done();
    },
  });
  const port = await new Promise<number>((done) => {
    const listening = server.listen(0, "127.0.0.1", () => done((listening.address() as { port: number }).port));
  });
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  app = await startTestApp({ config: { smtpUrl, mailFrom: "Caydrive <no-reply@caydrive.test>" } });
});
afterEach(async () => {
  await app.close();
  await new Promise<void>((done) => server.close(done));
});

test("a sign-up's confirmation arrives, as text and HTML, from MAIL_FROM; there is no mailbox page then", async () => {
  const email = newEmail();
  await signUp(app, email);
  await vi.waitFor(() => expect(arrived).toHaveLength(1), 8000);
  const [mail] = arrived;
  expect(mail?.envelope).toEqual({ from: "no-reply@caydrive.test", to: [email] });
  expect(mail?.from).toMatchObject({ name: "Caydrive", address: "no-reply@caydrive.test" });
  expect(mail?.subject).toBe("Confirm your email for Caydrive");
  const link = `${app.url}/auth/confirm?token_hash=`;
  expect(mail?.text).toContain(link);
  expect(mail?.html).toContain(link);
  expect((await app.call("GET", "/dev/mailbox.json")).status).toBe(404);
});

test("a server that can't take a mail now is asked again", async () => {
  answers = [{ code: 451, text: "greylisted" }];
  await signUp(app, newEmail());
  await vi.waitFor(() => expect(arrived).toHaveLength(1), 15_000);
  expect(asked).toBe(2);
});

test("a definite no ends it", async () => {
  answers = [{ code: 550, text: "no such mailbox" }];
  await signUp(app, newEmail());
  const unfinished = () =>
    app.pool
      .query("select from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')")
      .then(({ rows }) => rows.length);
  await vi.waitFor(
    async () => expect({ asked, unfinished: await unfinished() }).toEqual({ asked: 1, unfinished: 0 }),
    8000,
  );
  expect(arrived).toEqual([]);
});
