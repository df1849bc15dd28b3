// Notifications: once per event, in the bell and by email, and emailed only if wanted.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Query } from "../../../../test/api-responses.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { listenOn } from "../../../../test/live.ts";
import { mailsTo } from "../../../../test/people.ts";
import { NOTIFICATION_KINDS } from "../../../domain/message/notification.ts";
import { inTransaction } from "../../platform/context.ts";
import { seal } from "../../platform/keys/sealing.ts";
import { notify, type NotificationInput } from "./notifications.service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
});
afterAll(() => app.close());

const notificationTo = (
  person: Person,
  more: Partial<NotificationInput> = {},
): NotificationInput => ({
  to: person.id,
  kind: "booking",
  key: "booking:1:reject",
  about: "2022 Honda Fit, Sat, Dec 5 – Tue, Dec 8 (3 days)",
  path: "/bookings?booking=1",
  mail: {
    subject: "Not approved: 2022 Honda Fit",
    preview: "Nothing was charged.",
    heading: "Your request was not approved",
    paragraphs: ["Nothing was charged."],
  },
  ...more,
});
const list = (person: Person, query: Query = "") =>
  app.call("GET", `/api/notifications${query}`, { as: person.token });
const choose = (person: Person, mailed: object) =>
  app.call("PUT", "/api/notification-choices", { as: person.token, body: { mailed } });
const mailed = async (person: Person): Promise<Record<string, boolean>> =>
  (await app.call("GET", "/api/notification-choices", { as: person.token })).body.mailed;
/** The number of emails waiting to be sent. */
const queued = async (): Promise<number> =>
  (
    await app.pool.query(
      "select from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry')",
    )
  ).rows.length;
const idle = () => eventually(async () => expect(await queued()).toBe(0));
/** The unsubscribe link of the person's email. */
const linkFor = async (person: Person): Promise<string> => {
  const [mail] = await mailsTo(app, person.email);
  return /<(.*)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
};

describe("an event", () => {
  test("notifies each person once, with one email, even concurrently", async () => {
    const [ann, bob] = [await makePerson(app), await makePerson(app)];
    const notified = await Promise.all(
      [1, 2, 3, 4].map(() => notify(app.ctx, notificationTo(ann))),
    );
    expect(notified.filter(Boolean)).toHaveLength(1);
    expect(await notify(app.ctx, notificationTo(ann))).toBe(false);
    expect(await notify(app.ctx, notificationTo(bob))).toBe(true);
    expect((await list(ann)).body).toEqual({
      notifications: [
        {
          id: expect.any(String),
          kind: "booking",
          title: "Your request was not approved",
          body: "2022 Honda Fit, Sat, Dec 5 – Tue, Dec 8 (3 days)",
          path: "/bookings?booking=1",
          created_at: app.clock.now().toISOString(),
          is_read: false,
        },
      ],
      next_cursor: null,
      unread: 1,
    });
    await mailsTo(app, bob.email);
    await idle();
    expect(await app.mails(ann.email)).toHaveLength(1);
  });

  test("updates the person's open pages, also when it is read", async () => {
    const ann = await makePerson(app);
    const listener = await listenOn(app.url, `user:${ann.id}`, ann.token);
    await notify(app.ctx, notificationTo(ann));
    await expect.poll(() => listener.received).toEqual([{ what: "notifications" }]);
    const read = () =>
      app.call("POST", "/api/notifications/read", {
        as: ann.token,
        body: { until: app.clock.now().toISOString() },
      });
    await read();
    await read(); // nothing is left to mark
    await notify(app.ctx, notificationTo(ann, { key: "booking:2:reject" }));
    await expect.poll(() => listener.received).toHaveLength(3);
    await listener.close();
  });

  test("notifies nobody when rolled back, and can be sent later", async () => {
    const ann = await makePerson(app);
    await expect(
      inTransaction(app.ctx, async (tx) => {
        await notify(tx, notificationTo(ann));
        throw new Error("the step failed");
      }),
    ).rejects.toThrow("the step failed");
    expect((await list(ann)).body.notifications).toEqual([]);
    expect(await notify(app.ctx, notificationTo(ann))).toBe(true);
    expect(await mailsTo(app, ann.email)).toHaveLength(1);
  });

  test("of a switched-off kind is in the bell but not emailed", async () => {
    const ann = await makePerson(app);
    expect((await choose(ann, { booking: false })).body.mailed).toMatchObject({
      booking: false,
      reminder: true,
    });
    await notify(app.ctx, notificationTo(ann));
    await notify(app.ctx, notificationTo(ann, { kind: "payout", key: "payout:1:paid" }));
    expect((await list(ann)).body.unread).toBe(2);
    await mailsTo(app, ann.email);
    await idle();
    expect(await app.mails(ann.email)).toHaveLength(1);
  });

  test("is emailed with the reason, the settings and an unsubscribe link", async () => {
    const ann = await makePerson(app);
    await notify(app.ctx, notificationTo(ann));
    const [mail] = await mailsTo(app, ann.email);
    const link = await linkFor(ann);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/unsubscribe\?token=[\w-]+$/);
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain("receiving this because you have a booking with us.");
      expect(body).toContain(`${app.url}/settings#notifications`);
      expect(body).toContain(link);
    }
  });
});

describe("the list", () => {
  test("is paged newest first, and keeps newer notifications unread", async () => {
    const ann = await makePerson(app);
    for (let n = 0; n < 22; n++) {
      app.clock.advance(1000);
      await notify(app.ctx, notificationTo(ann, { key: `booking:${n}`, about: `Car ${n}` }));
    }
    const first = (await list(ann)).body;
    expect(first.notifications).toHaveLength(20);
    expect(first.notifications[0]?.body).toBe("Car 21");
    const second = (await list(ann, `?cursor=${first.next_cursor}`)).body;
    expect(second.notifications.map(({ body }) => body)).toEqual(["Car 1", "Car 0"]);
    expect(second.next_cursor).toBeNull();

    const read = (body: object) =>
      app.call("POST", "/api/notifications/read", { as: ann.token, body });
    expect((await read({ id: first.notifications[0]?.id })).body).toEqual({ unread: 21 });
    expect((await read({ until: first.notifications[2]?.created_at })).body).toEqual({ unread: 1 });
    const states = (await list(ann)).body.notifications.map(({ is_read }) => is_read);
    expect(states.slice(0, 4)).toEqual([true, false, true, true]);
  });

  test("cannot be seen or marked by others", async () => {
    const [ann, bob] = [await makePerson(app), await makePerson(app)];
    await notify(app.ctx, notificationTo(ann));
    const { notifications } = (await list(ann)).body;
    const body = { id: notifications[0]?.id };
    expect(
      (await app.call("POST", "/api/notifications/read", { as: bob.token, body })).body,
    ).toEqual({ unread: 0 });
    expect((await list(bob)).body.notifications).toEqual([]);
    expect((await list(ann)).body.unread).toBe(1);
  });

  test("refuses an invalid request", async () => {
    const ann = await makePerson(app);
    for (const body of [
      {},
      { id: "x" },
      { until: "yesterday" },
      { id: ann.id, until: "2026-11-21T00:00:00Z" },
    ])
      expect(
        (await app.call("POST", "/api/notifications/read", { as: ann.token, body })).body.code,
      ).toBe("invalid_request");
    expect((await list(ann, "?cursor=bm90IG91cnM")).body.code).toBe("invalid_request");
    expect((await choose(ann, { newsletter: false })).body.code).toBe("invalid_request");
    expect((await choose(ann, { booking: "no" })).body.code).toBe("invalid_request");
  });
});

test("changes only the given kinds, any number of times", async () => {
  const ann = await makePerson(app);
  expect(Object.keys(await mailed(ann))).toEqual([...NOTIFICATION_KINDS]);
  expect(Object.values(await mailed(ann))).not.toContain(false);
  await choose(ann, { review: false, message: false });
  await choose(ann, { review: false });
  await choose(ann, { message: true });
  expect((await choose(ann, {})).body.mailed).toEqual(await mailed(ann));
  expect(await mailed(ann)).toMatchObject({ review: false, message: true, booking: true });
});

describe("the unsubscribe link", () => {
  const FORM = { "content-type": "application/x-www-form-urlencoded" };
  const toPath = (link: string): string => link.slice(app.url.length);
  const post = (link: string, body: string, headers: Record<string, string> = FORM) =>
    app.call("POST", toPath(link), { body, headers });
  const state = (link: string) => app.call("GET", `/api/unsubscribe?${new URL(link).searchParams}`);

  async function mailedPerson(): Promise<{ ann: Person; link: string }> {
    const ann = await makePerson(app);
    await notify(app.ctx, notificationTo(ann));
    return { ann, link: await linkFor(ann) };
  }

  test("shows its kind, and changes nothing when opened", async () => {
    const { ann, link } = await mailedPerson();
    expect((await state(link)).body).toEqual({ kind: "booking", mailed: true });
    expect((await mailed(ann))["booking"]).toBe(true);
  });

  test("works with a mail program's one click, in both form encodings, without a redirect", async () => {
    const { ann, link } = await mailedPerson();
    const answer = await post(link, "List-Unsubscribe=One-Click");
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("won't get these emails");
    expect(await mailed(ann)).toMatchObject({ booking: false, reminder: true });

    await choose(ann, { booking: true });
    const parts =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect(
      (await post(link, parts, { "content-type": "multipart/form-data; boundary=x" })).status,
    ).toBe(200);
    expect((await mailed(ann))["booking"]).toBe(false);
  });

  test("works with the page's form, redirects back, and can be undone there", async () => {
    const { ann, link } = await mailedPerson();
    const off = await post(link, "mails=off");
    expect([off.status, off.headers.get("location")]).toEqual([303, toPath(link)]);
    expect((await state(link)).body.mailed).toBe(false);
    await post(link, "mails=on");
    expect((await mailed(ann))["booking"]).toBe(true);
  });

  test("still works after its account is deleted", async () => {
    const token = seal(app.ctx.keys.sealing, Buffer.from(`booking ${randomUUID()}`), "unsubscribe");
    const link = `${app.url}/unsubscribe?token=${token.toString("base64url")}`;
    expect((await post(link, "List-Unsubscribe=One-Click")).status).toBe(200);
  });

  test("is refused when altered or made for another purpose, and changes nothing", async () => {
    const { ann, link } = await mailedPerson();
    const forged = seal(app.ctx.keys.sealing, Buffer.from(`booking ${ann.id}`), "payout").toString(
      "base64url",
    );
    for (const token of [`${link.split("=")[1]?.slice(0, -2)}AA`, forged, "none"]) {
      const answer = await post(`${app.url}/unsubscribe?token=${token}`, "mails=off");
      expect([answer.status, answer.body.code]).toEqual([404, "unsubscribe_link_invalid"]);
    }
    for (const body of ["", "mails=never", "x".repeat(5000)])
      expect((await post(link, body)).status).toBeGreaterThanOrEqual(400);
    expect(
      (await post(link, '{"mails":"off"}', { "content-type": "application/json" })).status,
    ).toBe(400);
    expect((await mailed(ann))["booking"]).toBe(true);
  });
});
