// Alerts as text messages through Twilio: what it answers after STOP, and when it fails.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../../test/harness.ts";
import { alertPerson } from "./alerts.service.ts";

let server: Server;
let app: TestApp;
const received: URLSearchParams[] = [];
/** The next answers of Twilio; it accepts a message once there are none left. */
const answers: { status: number; body: object }[] = [];
beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push(new URLSearchParams(await text(request)));
    const { status, body } = answers.shift() ?? { status: 201, body: {} };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const twilio = { sid: "AC0123456789", token: "secret", from: "+12425550100", url };
  app = await startTestApp({ config: { twilio, unlimited: true } });
});
afterAll(async () => {
  await app.close();
  server.close();
});

const alert = ({ id }: Person, key: string) =>
  alertPerson(app.ctx, {
    to: id,
    kind: "request",
    key,
    title: "You have a booking request",
    body: "2022 Honda Fit, BK-4821-7390",
    path: "/host/bookings",
  });
const change = ({ token }: Person, body: object) =>
  app.call("PUT", "/api/alert-settings", { as: token, body });
const state = async ({ token }: Person): Promise<unknown> =>
  (await app.call("GET", "/api/alert-settings", { as: token })).body.text_state;
/** The alerts that have not been decided about. */
const waiting = () =>
  app.ctx.db.selectFrom("alerts").select("event_key").where("handled_at", "is", null).execute();

test("stop after STOP until their owner wants them again, and are retried after a failure", async () => {
  const host = await makePerson(app, { roles: ["renter", "host"] });
  await app.ctx.db
    .updateTable("profiles")
    .set({ phone: "+12425553001", phone_verified_at: TEST_NOW })
    .where("user_id", "=", host.id)
    .execute();
  answers.push({ status: 503, body: {} });
  await alert(host, "first");
  await eventually(() => expect(received).toHaveLength(2));
  expect(received.map((form) => form.get("To"))).toEqual(["+12425553001", "+12425553001"]);

  // https://www.twilio.com/docs/api/errors/21610
  answers.push({ status: 400, body: { code: 21610, message: "unsubscribed recipient" } });
  await alert(host, "second");
  await eventually(async () => expect(await state(host)).toBe("stopped"));
  await change(host, { text: { message: true } });
  expect(await state(host)).toBe("stopped");
  await alert(host, "third");
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect((await change(host, { resume_texts: true })).body.text_state).toBe("ready");
  await alert(host, "fourth");
  await eventually(() => expect(received.at(-1)?.get("Body")).toContain("BK-4821-7390"));
  await eventually(() => expect(received).toHaveLength(4));
});
