// Notifications of messages: open pages immediately, and emails for unread ones.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { conversationCalls } from "../../../../test/conversations.ts";
import type { Person } from "../../../../test/factories.ts";
import { listenOn } from "../../../../test/live.ts";
import { HIDDEN_CONTACT } from "../../../domain/text/contact-masking.ts";
import { forgetContacts } from "./messaging.service.ts";
import { mailUnread, UNREAD_MAIL, type UnreadMail } from "./unread-mails.service.ts";

let bookings: Bookings;
let app: Bookings["app"];
let talk: ReturnType<typeof conversationCalls>;
beforeAll(async () => {
  bookings = await startBookings({ config: { unlimited: false } });
  ({ app } = bookings);
  talk = conversationCalls(app);
});
afterAll(() => bookings.close());

test("notifies both sides immediately of a message and of reading it, with ids only", async () => {
  const { renter, host, id } = await talk.question();
  const [ofRenter, ofHost, ofStranger] = [
    await listenOn(app.url, `user:${renter.id}`, renter.token),
    await listenOn(app.url, `user:${host.id}`, host.token),
    await listenOn(app.url, `user:${bookings.renter.id}`, bookings.renter.token),
  ];
  const change = { what: "messages", id };
  await talk.send(renter, id, "Hello");
  await expect.poll(() => ofHost.received).toEqual([change]);
  await talk.read(host, id, 1);
  await expect.poll(() => ofRenter.received).toEqual([change, change]);
  // No notification without a change.
  await talk.read(host, id, 1);
  await talk.send(host, id, "Hello back");
  await expect.poll(() => ofRenter.received).toEqual([change, change, change]);
  expect(ofStranger.received).toEqual([]);
  await Promise.all([ofRenter, ofHost, ofStranger].map((each) => each.close()));
});

describe("a message that stays unread", () => {
  const jobs = async (conversation: string): Promise<{ data: UnreadMail; wait: number }[]> => {
    const { rows } = await app.pool.query(
      `select data, extract(epoch from start_after - created_on)::int as wait from pgboss.job
       where name = $1 and data->>'conversation_id' = $2 order by created_on`,
      [UNREAD_MAIL, conversation],
    );
    return rows as { data: UnreadMail; wait: number }[];
  };
  const readMails = async (to: Person, count: number) => {
    await expect.poll(async () => (await app.mails(to.email)).length).toBe(count);
    return app.mails(to.email);
  };

  test("is emailed once, without hidden contacts, until the conversation is read again", async () => {
    const { renter, host, id } = await talk.question();
    await talk.send(renter, id, "Call 242 555 0100, please.");
    await talk.send(renter, id, "Are you there?");
    const [job, ...more] = await jobs(id);
    expect(more).toEqual([]);
    expect(job).toMatchObject({ data: { conversation_id: id, side: "host", seq: 1 }, wait: 900 });
    await Promise.all([mailUnread(app.ctx, job!.data), mailUnread(app.ctx, job!.data)]);
    const [mail] = await readMails(host, 1);
    expect(mail?.subject).toMatch(/^Alma wrote to you about the 20\d\d /);
    expect(mail?.text).toContain(`Call ${HIDDEN_CONTACT}, please.`);
    expect(mail?.text).not.toContain("0100");
    expect(mail?.text).toContain(`/host/messages?c=${id}`);
    expect(Object.keys(mail?.headers ?? {})).toContain("List-Unsubscribe");

    await talk.read(host, id, 2);
    await talk.send(renter, id, "Still there?");
    const [, second] = await jobs(id);
    expect(second?.data.seq).toBe(3);
    await talk.read(host, id, 3);
    await mailUnread(app.ctx, second!.data);
    await talk.send(renter, id, "And now?");
    await mailUnread(app.ctx, (await jobs(id))[2]!.data);
    await readMails(host, 2);
    const change = app.ctx.db
      .selectFrom("notifications")
      .select("event_key")
      .where("user_id", "=", host.id);
    expect((await change.execute()).map(({ event_key }) => event_key).toSorted()).toEqual([
      `conversation:${id}:unread:1`,
      `conversation:${id}:unread:4`,
    ]);
  });

  test("is emailed even if an earlier message was read", async () => {
    const { renter, host, id } = await talk.question();
    await talk.send(renter, id, "Is it automatic?");
    app.clock.advance(10 * 60_000);
    await talk.send(renter, id, "And has it a spare wheel?");
    await talk.read(host, id, 1);
    app.clock.advance(5 * 60_000);
    await mailUnread(app.ctx, (await jobs(id))[0]!.data);
    const [, second, ...more] = await jobs(id);
    expect(more).toEqual([]);
    expect(second).toEqual({ data: { conversation_id: id, side: "host", seq: 2 }, wait: 600 });
    app.clock.advance(10 * 60_000);
    await mailUnread(app.ctx, second!.data);
    expect((await readMails(host, 1))[0]?.text).toContain("And has it a spare wheel?");
  });
});

test("a departing person's messages stay without their contact details", async () => {
  const { renter, host, id } = await talk.question();
  await talk.send(renter, id, "Call 242 555 0100.");
  await talk.send(renter, id, "a@b,".repeat(1000));
  await forgetContacts(app.ctx, renter.id);
  const [first, many] = await talk.stored(id);
  expect([first?.body, first?.masked_body]).toEqual([`Call ${HIDDEN_CONTACT}.`, null]);
  expect(many?.body).not.toContain("@");
  const readAway = async () => (await talk.list(host, "side=host")).conversations[0]?.other_away;
  expect(await readAway()).toBe(false);
  await app.ctx.db
    .updateTable("accounts")
    .set({ suspended_at: "2026-11-21" })
    .where("id", "=", renter.id)
    .execute();
  expect(await readAway()).toBe(true);
  // It is stored for when the suspension is lifted.
  expect((await talk.send(host, id, "Are you coming?")).status).toBe(200);
  expect(await talk.bodies(host, id)).toEqual([
    `Call ${HIDDEN_CONTACT}.`,
    many?.body,
    "Are you coming?",
  ]);
});
