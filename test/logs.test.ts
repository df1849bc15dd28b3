// Checks the log: every request once, by route and id, and no personal data or secrets, whatever
// fails.
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { queueMail } from "../src/server/platform/mail/mail.ts";
import { startBookings, type Bookings } from "./booking.ts";
import { conversationCalls } from "./conversations.ts";
import { eventually } from "./eventually.ts";
import { makePerson, type Person } from "./factories.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "./harness.ts";
import { sendIdentity } from "./identity.ts";
import { captureLog } from "./log-lines.ts";
import { linkIn, mailsTo, openTab } from "./people.ts";

/** What must appear in no log; each value is typed, sent or configured below. */
const PLANTED = {
  firstName: "Zephyrine",
  lastName: "Quackenbush",
  email: "zephyrine.q@conch-planted.test",
  password: "planted-Pa55phrase",
  phone: "+12425557391",
  message: "the pelican sleeps under the jetty",
  wish: "a seat for my heron",
  card: "4000 0000 0000 0002",
  cvc: "907",
  holder: "Zephyrine Quackenbush",
  account: "7391-5520-1184",
  stripeKey: "sk_test_plantedKey7391aZ",
  smtpPassword: "planted-smtp-7391",
  metricsToken: "planted-metrics-token-7391",
  linkSecret: "planted-runner-link-secret-7391-aZ-of-43-ch",
};
const digits = (text: string): string => text.replace(/\D/g, "");

/** Everything planted, in every spelling. */
const forbidden = (more: readonly string[]): string[] => [
  PLANTED.firstName,
  PLANTED.lastName,
  PLANTED.email,
  "conch-planted",
  PLANTED.password,
  PLANTED.phone,
  digits(PLANTED.phone).slice(1),
  "pelican",
  "heron",
  PLANTED.card,
  digits(PLANTED.card),
  PLANTED.account,
  digits(PLANTED.account),
  PLANTED.stripeKey,
  PLANTED.smtpPassword,
  PLANTED.linkSecret,
  ...more,
];

const found = (log: string, more: readonly string[]): string[] =>
  forbidden(more).filter((secret) => log.toLowerCase().includes(secret.toLowerCase()));

describe("a journey", () => {
  const captured = captureLog();
  /** Tokens, codes and links created on the way. */
  const made: string[] = [];
  let t: Bookings;
  let person: Person;
  beforeAll(async () => {
    t = await startBookings({ log: captured.log });
    const { app } = t;
    const tab = openTab(app);
    const names = {
      first_name: PLANTED.firstName,
      last_name: PLANTED.lastName,
      user_type: "renter",
    };
    const { email, password } = PLANTED;
    await tab.signUp({ email, password, options: { data: names } });
    const [mail] = await mailsTo(app, email);
    const { token } = linkIn(mail!);
    await app.call("GET", `/auth/v1/verify?token=${token}wrong&type=signup`);
    const { data } = await tab.verifyOtp({ token_hash: token, type: "signup" });
    await tab.signInWithPassword({ email, password: `${password}-wrong` });
    await tab.signInWithPassword({ email, password });
    const session = data.session!;
    made.push(
      token,
      session.access_token,
      session.refresh_token,
      session.access_token.split(".")[2]!,
    );
    const as = session.access_token;
    person = { id: session.user.id, email, token: as };
    const send = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { as, ...(body === undefined ? {} : { body }) });

    await send("PATCH", "/api/profile", { phone: PLANTED.phone, date_of_birth: "1990-05-17" });
    await send("PATCH", "/api/profile", { phone: PLANTED.phone, e_mail: email });
    await send("POST", "/api/profile/phone/code");
    made.push(/^\d{6}/.exec((await app.mails(PLANTED.phone))[0]?.text ?? "")?.[0] ?? "none");
    await send("POST", "/api/profile/phone/verify", { code: "000000" });
    await sendIdentity(app, person);
    await send("PUT", "/api/host/payout-details", {
      account_holder: PLANTED.holder,
      bank: "rbc",
      transit: "05165",
      account_number: PLANTED.account,
      account_kind: "chequing",
    });

    const car = await t.newCar({ booking_mode: "approval" });
    const opened = await t.checkout(car, person, { special_requests: PLANTED.wish });
    made.push(opened.body.session_id);
    await t.pay(opened.body.session_id, {
      number: PLANTED.card,
      cvc: PLANTED.cvc,
      name: PLANTED.holder,
    });
    await t.pay(opened.body.session_id, { name: PLANTED.holder, webhooks: "twice" });
    await t.verify(opened.body.session_id, person);
    const talk = conversationCalls(app);
    const { body: conversation } = await talk.open(person, { booking_id: opened.body.booking_id });
    await talk.send(person, conversation.id, PLANTED.message);
    await t.decide(opened.body.booking_id, "reject", t.host, { reason: PLANTED.message });
    await app.call("POST", "/api/support/messages", {
      body: { name: PLANTED.holder, email, message: PLANTED.message },
    });
    const { linkSecret } = PLANTED;
    await app.call("POST", "/api/runner/tokens", { body: { secret: linkSecret } });
    await app.call("GET", "/api/runner/handover", { headers: { "x-runner-token": linkSecret } });
    await app.call("GET", `/api/places?q=${encodeURIComponent(PLANTED.holder)}`);
    await app.call("POST", "/webhooks/sandbox", {
      body: { email },
      headers: { "x-signature": PLANTED.password },
    });

    // Internal failures: a table that refuses the message, a job whose data is gone, a body that is
    // not JSON.
    await sql`alter table messages add constraint no_birds_here check (body not like '%pelican%') not valid`.execute(
      app.ctx.db,
    );
    await talk.send(person, conversation.id, PLANTED.message);
    await app.call("POST", "/api/support/messages", {
      body: `{"email": "${email}", ${PLANTED.message}`,
    });
    await app.ctx.jobs.send(
      app.ctx.db,
      "mail",
      { to: email, attachments: PLANTED.message },
      { retryLimit: 0 },
    );
    await vi.waitUntil(() => captured.lines({ msg: "job failed", job: "mail" }).length === 1, 8000);
  });
  afterAll(() => t.app.close());

  test("logs nothing personal and no secret", () => {
    expect(captured.lines().length).toBeGreaterThan(40);
    expect(found(captured.text(), made)).toEqual([]);
  });

  test("logs one line per request, with route, status, time, id and user", async () => {
    const lines = captured.lines({ msg: "request", route: "/api/profile", method: "PATCH" });
    expect(lines.map(({ status }) => status)).toEqual([200, 400]);
    expect(lines[0]).toMatchObject({ level: 30, user: person.id, ms: expect.any(Number) });
    expect(lines[0]?.["request_id"]).toMatch(/^[\w-]{36}$/);
    expect(captured.lines({ msg: "request", route: "/auth/v1/verify" }).length).toBe(2);
  });

  test("identifies an error by its type, location, table and constraint", () => {
    const [line] = captured.lines({ msg: "request failed" });
    expect(line).toMatchObject({
      err: {
        type: "error",
        code: "23514",
        table: "messages",
        constraint: "no_birds_here",
        stack: expect.stringMatching(/at /),
      },
    });
  });

  test("gives jobs their request's id, and logs their start and end", async () => {
    const [line] = captured.lines({ msg: "request", route: "/api/support/messages", status: 200 });
    const { request_id } = line!;
    await eventually(() =>
      expect(captured.lines({ msg: "job done", job: "mail", request_id })).not.toHaveLength(0),
    );
    const started = captured
      .lines({ msg: "job started", job: "mail", request_id })
      .map(({ job_id }) => job_id);
    expect(started).toContain(
      captured.lines({ msg: "job done", job: "mail", request_id })[0]?.["job_id"],
    );
    expect(captured.lines({ msg: "job failed", job: "mail" })[0]).toMatchObject({
      level: 50,
      ms: expect.any(Number),
    });
  });
});

test("keeps personal data and passwords from the mail server and the payment provider out of the log", async () => {
  const captured = captureLog();
  const said = `for ${PLANTED.holder} <${PLANTED.email}>, phone ${PLANTED.phone}, card ${PLANTED.card}`;
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: (_auth, _session, done) => done(null, { user: "planted" }),
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error(said), { responseCode: 550 })),
  });
  const smtpPort = await new Promise<number>((done) => {
    const listening = smtp.listen(0, "127.0.0.1", () =>
      done((listening.address() as AddressInfo).port),
    );
  });
  const provider = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url?.includes("sessions") ? 400 : 500, {
      "content-type": "application/json",
    });
    response.end(
      JSON.stringify({
        error: { type: "invalid_request_error", message: `No ${PLANTED.stripeKey} ${said}` },
      }),
    );
  });
  await new Promise<void>((done) => provider.listen(0, "127.0.0.1", done));
  const t = await startBookings({
    log: captured.log,
    config: {
      smtpUrl: `smtp://planted:${PLANTED.smtpPassword}@127.0.0.1:${smtpPort}`,
      stripe: {
        secretKey: PLANTED.stripeKey,
        webhookSecret: "whsec_planted",
        url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      },
    },
  });
  const renter = await makePerson(t.app, { firstName: PLANTED.firstName });
  const refused = await t.checkout(await t.newCar(), renter, { special_requests: PLANTED.wish });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await queueMail(t.app.ctx, {
    to: PLANTED.email,
    subject: PLANTED.holder,
    text: PLANTED.message,
    html: "",
  });
  await eventually(() =>
    expect(captured.lines({ msg: "a mail was refused for good" })).toHaveLength(1),
  );
  expect(captured.lines({ msg: "payment incident" })).toHaveLength(1);
  await t.app.close();
  await new Promise<void>((done) => smtp.close(done));
  provider.close();
  expect(found(captured.text(), [renter.token])).toEqual([]);
});

describe("the id of a request", () => {
  const captured = captureLog();
  let plain: TestApp;
  let proxied: TestApp;
  beforeAll(async () => {
    plain = await startTestApp({ log: captured.log });
    proxied = await startTestApp({ log: captured.log, config: { trustedProxies: 1 } });
  });
  afterAll(() => Promise.all([plain.close(), proxied.close()]));
  const ask = (app: TestApp, id: string) =>
    app.call("GET", "/api/profile", { headers: { "x-request-id": id } });

  test("comes from a trusted proxy, and is in the response, the problem and the log", async () => {
    const id = randomUUID().replaceAll("-", "");
    const { headers, body } = await ask(proxied, id);
    expect(headers.get("x-request-id")).toBe(id);
    expect(body).toMatchObject({ code: "unauthenticated", request_id: id });
    expect(captured.lines({ msg: "request", request_id: id })).toMatchObject([
      { route: "/api/profile", status: 401 },
    ]);
  });

  test.each([
    "short",
    "x".repeat(65),
    "zephyrine@planted.test",
    "two words!",
    "<script>alert(1)</script>",
  ])("is ours instead of %s", async (id) => {
    const { headers, body } = await ask(proxied, id);
    expect(headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    expect(body.request_id).toBe(headers.get("x-request-id"));
  });

  test.skipIf(onSeveralNodes)("is ours if no proxy is trusted", async () => {
    const id = randomUUID();
    expect((await ask(plain, id)).headers.get("x-request-id")).not.toBe(id);
  });
});
