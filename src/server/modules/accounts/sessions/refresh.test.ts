// Refresh tokens: one chain per session, answers that get lost, and stolen copies.
import { afterAll, beforeAll, expect, test } from "vitest";
import { chanceOf } from "../../../../../test/chance.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { openTab, signedIn } from "../../../../../test/people.ts";
import { accountsJobs } from "../accounts.jobs.ts";
import { refreshSession } from "./sessions.service.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: new Date().toISOString(), config: { unlimited: true } });
});
afterAll(() => app.close());

const refresh = (token: string) =>
  app.call("POST", "/auth/v1/token?grant_type=refresh_token", { body: { refresh_token: token } });
const profileStatus = async (token: string) => (await app.call("GET", "/api/profile", { as: token })).status;

/** The tokens of a person's sessions that would be accepted and were not used yet. */
async function activeTokens(accountId: string): Promise<number> {
  const rows = await app.ctx.db
    .selectFrom("refresh_tokens")
    .innerJoin("sessions", "sessions.id", "refresh_tokens.session_id")
    .where("sessions.account_id", "=", accountId)
    .where("refresh_tokens.used_at", "is", null)
    .where("refresh_tokens.superseded_at", "is", null)
    .select("token_hash")
    .execute();
  return rows.length;
}

test("a refresh gives new tokens and the client goes on with them", async () => {
  const { tab, session } = await signedIn(app);
  const events: string[] = [];
  tab.onAuthStateChange((event) => void events.push(event));
  app.clock.advance(1000);
  const { data, error } = await tab.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect(data.session?.access_token).not.toBe(session.access_token);
  expect(events).toContain("TOKEN_REFRESHED");
  expect((await tab.getUser()).error).toBeNull();
});

test("twenty refreshes of one token at once give the same next token", async () => {
  const { session, id } = await signedIn(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)));
  expect(answers.map((each) => each.status)).toEqual(Array<number>(20).fill(200));
  expect(new Set(answers.map((each) => each.body.refresh_token)).size).toBe(1);
  expect(await activeTokens(id)).toBe(1);
});

test("within ten seconds a used token leads to the chain's active one", async () => {
  const { session, id } = await signedIn(app);
  const second = (await refresh(session.refresh_token)).body.refresh_token;
  app.clock.advance(5000);
  const third = (await refresh(second)).body.refresh_token;
  app.clock.advance(5000);
  for (const token of [session.refresh_token, second]) expect((await refresh(token)).body.refresh_token).toBe(third);
  expect(await activeTokens(id)).toBe(1);
});

test("a token whose child was used ends the session after ten seconds", async () => {
  const { session, tab } = await signedIn(app);
  const second = await refresh(session.refresh_token);
  const third = await refresh(second.body.refresh_token);
  app.clock.advance(10_001);
  expect(await refresh(session.refresh_token)).toMatchObject({
    status: 400,
    body: { code: "refresh_token_already_used" },
  });
  expect(await refresh(third.body.refresh_token)).toMatchObject({
    status: 400,
    body: { code: "refresh_token_not_found" },
  });
  expect(await profileStatus(third.body.access_token)).toBe(401);
  expect((await tab.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  expect((await tab.getSession()).data.session).toBeNull();
});

test("a token used before children were derived keeps its ten seconds", async () => {
  const { session, id } = await signedIn(app);
  await refresh(session.refresh_token);
  await app.ctx.db
    .updateTable("refresh_tokens")
    .set({ child_salt: null })
    .where("session_id", "in", app.ctx.db.selectFrom("sessions").select("id").where("account_id", "=", id))
    .execute();
  expect((await refresh(session.refresh_token)).status).toBe(200);
});

test.each([
  ["eleven seconds", 11_000],
  ["a minute", 60_000],
  ["a day", DAY_MS],
])("auth-js that loses the answer to a refresh and is offline for %s stays signed in", async (_time, ms) => {
  const { tab: first, id } = await signedIn(app);
  const storage = new Map<string, string>();
  let lost = 0;
  /** The server answers, and the client never hears of it. */
  const losesFirst: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes("grant_type=refresh_token") || lost++ > 0) return answer;
    app.clock.advance(ms);
    throw new TypeError("fetch failed");
  };
  const tab = openTab(app, { storage, fetch: losesFirst });
  await tab.setSession((await first.getSession()).data.session!);
  const events: string[] = [];
  tab.onAuthStateChange((event) => void events.push(event));
  expect((await tab.refreshSession()).error).toBeNull(); // it tries again by itself
  expect(lost).toBe(2);
  expect((await tab.getUser()).error).toBeNull();

  // The machine falls asleep in the middle of the next refresh, and the page is loaded anew.
  let answered = false;
  const neverAnswers: typeof fetch = async (input, init) => {
    await fetch(input, init);
    answered = true;
    return new Promise<never>(() => {});
  };
  void openTab(app, { storage, fetch: neverAnswers }).refreshSession();
  await expect.poll(() => answered).toBe(true);
  app.clock.advance(ms);
  const woken = openTab(app, { storage });
  expect((await woken.refreshSession()).error).toBeNull();
  expect((await woken.getUser()).error).toBeNull();
  expect(events).not.toContain("SIGNED_OUT");
  expect(await activeTokens(id)).toBe(1);
});

test("an answer that was lost eighty days ago is not forgotten by the daily clean-up", async () => {
  const { session } = await signedIn(app);
  await refresh(session.refresh_token);
  app.clock.advance(80 * DAY_MS);
  const cleanUp = accountsJobs(app.ctx).find((job) => job.name === "accounts-cleanup");
  await cleanUp?.run({} as never);
  expect((await refresh(session.refresh_token)).status).toBe(200);
});

/** Somebody who holds a token of the session, and sometimes loses the answer. */
interface Holder {
  token: string;
  hasRefreshed: boolean;
}

async function attempt(holder: Holder, isLost: boolean): Promise<boolean> {
  const { status, body } = await refresh(holder.token);
  if (status === 200 && !isLost) Object.assign(holder, { token: body.refresh_token, hasRefreshed: true });
  return status === 200;
}

test.each(Array.from({ length: 12 }, (_each, seed) => seed))(
  "an owner alone is never signed out and a thief is noticed once both have refreshed (chance %i)",
  async (seed) => {
    const chance = chanceOf(seed);
    const { session, id } = await signedIn(app);
    const owner: Holder = { token: session.refresh_token, hasRefreshed: false };
    for (let step = 0; step < 6; step++) {
      app.clock.advance(chance.pick([0, 3000, 10_000, 11_000, 3_600_000, DAY_MS]));
      expect(await attempt(owner, chance.random() < 0.4)).toBe(true);
      expect(await activeTokens(id)).toBe(1);
    }

    Object.assign(owner, { hasRefreshed: false });
    const thief: Holder = { token: owner.token, hasRefreshed: false };
    let last: Holder | undefined;
    for (;;) {
      app.clock.advance(chance.pick([11_000, 60_000, 3_600_000]));
      const holder = chance.pick([owner, thief]);
      const isLost = chance.random() < 0.3;
      const mustBeNoticed = owner.hasRefreshed && thief.hasRefreshed && holder !== last;
      const isNoticed = !(await attempt(holder, isLost));
      if (mustBeNoticed) expect(isNoticed).toBe(true);
      if (isNoticed) break;
      expect(await activeTokens(id)).toBe(1);
      if (!isLost) last = holder;
    }
    for (const { token } of [owner, thief])
      expect((await refresh(token)).body).toMatchObject({ code: "refresh_token_not_found" });
  },
);

test("a session is refreshed six hundred times an hour, and is not ended by more", async () => {
  const limited = { ...app.ctx, config: { ...app.ctx.config, unlimited: false } };
  const { session, id } = await signedIn(app);
  const row = await app.ctx.db
    .selectFrom("sessions")
    .select("id")
    .where("account_id", "=", id)
    .executeTakeFirstOrThrow();
  const resets_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  await app.ctx.db
    .insertInto("rate_limits")
    .values({ key: `refresh:${row.id}`, hits: 599, resets_at })
    .execute();
  const last = (await refreshSession(limited, session.refresh_token)).refresh_token;
  await expect(refreshSession(limited, last)).rejects.toMatchObject({ code: "rate_limited" });
  // A tab that comes within ten seconds gets the same token, which is no more to store.
  expect((await refreshSession(limited, session.refresh_token)).refresh_token).toBe(last);
  app.clock.advance(11_000);
  await expect(refreshSession(limited, session.refresh_token)).rejects.toMatchObject({ code: "rate_limited" });
  app.clock.advance(3_600_000);
  expect((await refreshSession(limited, last)).refresh_token).not.toBe(last);
});
