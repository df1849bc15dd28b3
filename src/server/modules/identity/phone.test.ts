// Phone verification by code: through the mailbox or Twilio, with limits, and lost with a new
// number.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";

let phones = 0;
async function withPhone(app: TestApp): Promise<Person & { phone: string }> {
  const person = await makePerson(app);
  const phone = `+1242555${String(1000 + ++phones)}`;
  await app.call("PATCH", "/api/profile", { as: person.token, body: { phone } });
  return { ...person, phone };
}
const ask = (app: TestApp, { token }: Person) =>
  app.call("POST", "/api/profile/phone/code", { as: token });
const enter = (app: TestApp, { token }: Person, code: string) =>
  app.call("POST", "/api/profile/phone/verify", { as: token, body: { code } });
const wrong = (code: string): string => (code === "000000" ? "000001" : "000000");

describe("without a provider, through the mailbox", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  const readCode = async (phone: string): Promise<string> =>
    /^\d{6}/.exec((await app.mails(phone))[0]?.text ?? "")?.[0] ?? "none";

  test("verifies a phone by code, and unverifies a changed number", async () => {
    const person = await withPhone(app);
    expect((await ask(app, person)).body).toEqual({ sent: true });
    const code = await readCode(person.phone);
    const rows = await app.ctx.db
      .selectFrom("phone_codes")
      .selectAll()
      .where("user_id", "=", person.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await enter(app, person, wrong(code))).body).toMatchObject({
      code: "phone_code_wrong",
      details: { tries_left: 4 },
    });
    expect(
      (await enter(app, person, `${code.slice(0, 3)} ${code.slice(3)}`)).body.phone_verified_at,
    ).toBe(TEST_NOW);
    expect((await enter(app, person, code)).body.code).toBe("phone_code_over");
    const change = (phone: string | null) =>
      app.call("PATCH", "/api/profile", { as: person.token, body: { phone } });
    expect((await change(person.phone)).body.phone_verified_at).toBe(TEST_NOW);
    expect((await change("+12425559999")).body.phone_verified_at).toBeNull();
    expect((await change(null)).body.phone_verified_at).toBeNull();
    expect((await ask(app, person)).body.code).toBe("phone_missing");
  });

  test("invalidates a code after five wrong attempts, ten minutes, or a new number", async () => {
    const person = await withPhone(app);
    await ask(app, person);
    const code = await readCode(person.phone);
    for (const left of [4, 3, 2, 1, 0])
      expect((await enter(app, person, wrong(code))).body.details).toEqual({ tries_left: left });
    expect((await enter(app, person, code)).body.code).toBe("phone_code_over");
    const late = await withPhone(app);
    await ask(app, late);
    app.clock.set(new Date(Date.parse(TEST_NOW) + 600_000).toISOString());
    expect((await enter(app, late, await readCode(late.phone))).body.code).toBe("phone_code_over");
    await ask(app, late);
    const newest = await readCode(late.phone);
    await app.call("PATCH", "/api/profile", { as: late.token, body: { phone: "+12425558888" } });
    expect((await enter(app, late, newest)).body.code).toBe("phone_code_over");
    expect((await enter(app, late, "12345")).status).toBe(400);
    app.clock.set(TEST_NOW);
  });

  test("limits a person and a number to five messages an hour", async () => {
    const person = await withPhone(app);
    for (let sent = 0; sent < 5; sent++) expect((await ask(app, person)).status).toBe(200);
    expect((await ask(app, person)).body.code).toBe("rate_limited");
    const other = await makePerson(app);
    await app.call("PATCH", "/api/profile", { as: other.token, body: { phone: person.phone } });
    expect((await ask(app, other)).body.code).toBe("rate_limited");
  });

  test("limits a number to ten messages a day, whoever asks", async () => {
    const { phone } = await withPhone(app);
    const sent: number[] = [];
    for (let hour = 0; hour < 3; hour++) {
      const person = await makePerson(app);
      await app.call("PATCH", "/api/profile", { as: person.token, body: { phone } });
      for (let each = 0; each < 5; each++) sent.push((await ask(app, person)).status);
      app.clock.advance(3_600_000);
    }
    expect(sent.toSorted()).toEqual([...Array(10).fill(200), ...Array(5).fill(429)]);
    app.clock.set(TEST_NOW);
  });

  test.each(["+19005550100", "+19765550100", "+979123456789", "+88213001234", "+870773111632"])(
    "does not send a text to the premium number %s",
    async (phone) => {
      const person = await makePerson(app);
      await app.call("PATCH", "/api/profile", { as: person.token, body: { phone } });
      expect((await ask(app, person)).body.code).toBe("sms_refused");
      expect(await app.mails(phone)).toEqual([]);
    },
  );
});

test("is not offered where emails are really sent but text messages are not", async () => {
  const app = await startTestApp({ config: { smtpUrl: "smtp://127.0.0.1:1" } });
  try {
    const person = await withPhone(app);
    expect(
      (await app.call("GET", "/api/identity", { as: person.token })).body.is_phone_code_offered,
    ).toBe(false);
    expect((await ask(app, person)).body.code).toBe("phone_code_not_offered");
  } finally {
    await app.close();
  }
});

describe("through Twilio", () => {
  let server: Server;
  let app: TestApp;
  let status = 201;
  const received: { request: IncomingMessage; form: URLSearchParams }[] = [];
  beforeAll(async () => {
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      received.push({ request, form: new URLSearchParams(await text(request)) });
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    };
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const twilio = { sid: "AC0123456789", token: "secret", from: "+12425550100", url };
    app = await startTestApp({ config: { twilio, unlimited: true } });
  });
  afterAll(async () => {
    await app.close();
    server.close();
  });

  test("sends what Twilio expects, and reports its refusal", async () => {
    const person = await withPhone(app);
    expect((await ask(app, person)).status).toBe(200);
    const [{ request, form } = { request: undefined, form: new URLSearchParams() }] = received;
    expect(request?.url).toBe("/2010-04-01/Accounts/AC0123456789/Messages.json");
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from("AC0123456789:secret").toString("base64")}`,
    );
    expect(form.get("To")).toBe(person.phone);
    expect(form.get("From")).toBe("+12425550100");
    const code = /^\d{6}/.exec(form.get("Body") ?? "")?.[0] ?? "";
    expect((await enter(app, person, code)).status).toBe(200);
    status = 400;
    expect((await ask(app, person)).body.code).toBe("sms_refused");
    status = 503;
    expect((await ask(app, person)).body.code).toBe("sms_failed");
  });
});
