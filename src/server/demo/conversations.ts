// The demo's messages: host and renter about a trip, a question before one, and three support
// cases, one of them open. The real services write them with a clock set to the past.
import {
  answerCase,
  changeCase,
  readCase,
  writeToSupport,
} from "../modules/support/support.service.ts";
import { readMessages, sendMessage } from "../modules/messaging/messaging.service.ts";
import { openConversation, type Subject } from "../modules/messaging/open-conversation.service.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Ctx, User } from "../platform/context.ts";
import { MAIN_RENTER } from "./people.ts";
import { demoId } from "./seeded-random.ts";

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

const user = (key: string, role: "renter" | "host" | "admin" = "renter"): User => ({
  id: demoId("person", key),
  sessionId: "",
  signedInAt: "",
  roles: ["renter", role],
  adminRole: role === "admin" ? "owner" : undefined,
});
const ADMIN = user("andre", "admin");
const MARCUS = user(MAIN_RENTER);

interface Line {
  by: User;
  minutesAgo: number;
  text: string;
}

/** Call it in the transaction that has written bookings. */
export async function writeConversations(ctx: Ctx): Promise<void> {
  await writeAboutCars(ctx);
  await writeClosedCase(ctx);
  await writeWaitingCase(ctx);
  await writeOpenCase(ctx);
}

async function writeAboutCars(ctx: Ctx): Promise<void> {
  const keisha = user("keisha", "host");
  await write(ctx, { booking_id: demoId("booking", "main vitz-cable-beach") }, [
    {
      by: MARCUS,
      minutesAgo: 40 * HOUR,
      text: "Good morning. We land at 10.15 on the first day. Is the car there by then?",
    },
    {
      by: keisha,
      minutesAgo: 40 * HOUR - 40,
      text: "Morning, Marcus. It will be, with a full tank.",
    },
    { by: MARCUS, minutesAgo: 40 * HOUR - 55, text: "Perfect, thank you." },
    {
      by: keisha,
      minutesAgo: 3 * HOUR,
      text: "The car is washed and ready. Ring the bell when you arrive and I'll come down with the key.",
    },
  ]);
  const hannah = user("hannah");
  await write(ctx, { listing_id: demoId("car", "sienna-baha-mar") }, [
    {
      by: hannah,
      minutesAgo: 5 * HOUR,
      text: "Hello. We are six with two surfboards. Do they fit inside, or is there a rack?",
    },
  ]);
}

/** A question sent with the support form, answered and closed. */
async function writeClosedCase(ctx: Ctx): Promise<void> {
  const closed = await form(ctx, 6 * DAY, {
    name: "Beverley Knowles",
    email: "beverley.knowles@example.test",
    category: "host",
    message: "I have a 2012 Honda Fit in Marsh Harbour. Is it too old to be listed?",
  });
  await answer(
    ctx,
    closed,
    6 * DAY - 90,
    "Good afternoon. Up to 15 years is fine, so you can list the Fit. Choose Become a Host on our site to get started.",
  );
  await changeCase(at(ctx, 4 * DAY), ADMIN, closed, {
    version: (await readCase(ctx, closed)).version,
    state: "closed",
  });
}

/** Answered; the answer asks for details. */
async function writeWaitingCase(ctx: Ctx): Promise<void> {
  const grace = user("grace");
  const waiting = await write(ctx, { support: true }, [
    {
      by: grace,
      minutesAgo: 26 * HOUR,
      text: "I need a receipt with my company's name on it. Can you add that?",
    },
  ]);
  await answer(
    ctx,
    waiting,
    25 * HOUR,
    "Hi Grace, happy to help. What's the company called, and which trip is it for?",
  );
}

const writeOpenCase = (ctx: Ctx): Promise<string> =>
  write(ctx, { support: true }, [
    {
      by: MARCUS,
      minutesAgo: 50,
      text: "My card shows a charge of $2.99 more than the price of the car. What is that?",
    },
    { by: MARCUS, minutesAgo: 48, text: "It's the trip that starts tomorrow." },
  ]);

/** Sends no email about the past. */
const at = (ctx: Ctx, minutesAgo: number): Ctx => ({
  ...ctx,
  clock: fixedClock(new Date(ctx.clock.now().getTime() - minutesAgo * MINUTE_MS)),
  jobs: { ...ctx.jobs, send: async () => {} },
});

/**
 * Writes the messages; each author has read the previous ones.
 * @returns the conversation's id
 */
async function write(
  ctx: Ctx,
  subject: Subject,
  lines: readonly [Line, ...Line[]],
): Promise<string> {
  const { id } = await openConversation(at(ctx, lines[0].minutesAgo), lines[0].by, subject);
  for (const [index, { by, minutesAgo, text }] of lines.entries()) {
    const then = at(ctx, minutesAgo);
    if (index > 0) await readMessages(then, by, id, index);
    await sendMessage(then, by, id, { id: demoId("message", text), body: text });
  }
  return id;
}

async function form(
  ctx: Ctx,
  minutesAgo: number,
  written: Parameters<typeof writeToSupport>[3],
): Promise<string> {
  await writeToSupport(at(ctx, minutesAgo), undefined, "127.0.0.1", written);
  const { id } = await ctx.db
    .selectFrom("support_cases")
    .select("id")
    .where("email", "=", written.email)
    .executeTakeFirstOrThrow();
  return id;
}

const answer = async (ctx: Ctx, id: string, minutesAgo: number, body: string): Promise<unknown> =>
  answerCase(at(ctx, minutesAgo), ADMIN, id, {
    id: demoId("message", body),
    version: (await readCase(ctx, id)).version,
    body,
  });
