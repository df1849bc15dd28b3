// Refresh tokens: one chain per session, lost responses, and stolen copies.
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../../../../../test/random.ts";
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
const profileStatus = async (token: string) =>
  (await app.call("GET", "/api/profile", { as: token })).status;

/** The number of a person's refresh tokens that are unused and would be accepted. */
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

test("issues new tokens on a refresh, and the client continues with them", async () => {
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

test("gives twenty concurrent refreshes of one token the same next token", async () => {
  const { session, id } = await signedIn(app);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refresh(session.refresh_token)),
  );
  expect(answers.map((each) => each.status)).toEqual(Array<number>(20).fill(200));
  expect(new Set(answers.map((each) => each.body.refresh_token)).size).toBe(1);
  expect(await activeTokens(id)).toBe(1);
});

test("returns the active token for one that was used within the last ten seconds", async () => {
  const { session, id } = await signedIn(app);
  const second = (await refresh(session.refresh_token)).body.refresh_token;
  app.clock.advance(5000);
  const third = (await refresh(second)).body.refresh_token;
  app.clock.advance(5000);
  for (const token of [session.refresh_token, second])
    expect((await refresh(token)).body.refresh_token).toBe(third);
  expect(await activeTokens(id)).toBe(1);
});

test("ends the session when a token whose child was used comes back after ten seconds", async () => {
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

test("still accepts, for ten seconds, a token used before child tokens were derived", async () => {
  const { session, id } = await signedIn(app);
  await refresh(session.refresh_token);
  await app.ctx.db
    .updateTable("refresh_tokens")
    .set({ child_salt: null })
    .where(
      "session_id",
      "in",
      app.ctx.db.selectFrom("sessions").select("id").where("account_id", "=", id),
    )
    .execute();
  expect((await refresh(session.refresh_token)).status).toBe(200);
});

test.each([
  ["eleven seconds", 11_000],
  ["a minute", 60_000],
  ["a day", DAY_MS],
])(
  "keeps auth-js signed in after a lost refresh response and being offline for %s",
  async (_time, ms) => {
    const { tab: first, id } = await signedIn(app);
    const storage = new Map<string, string>();
    let lost = 0;
    /** The server responds, but the client never receives the response. */
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
    expect((await tab.refreshSession()).error).toBeNull(); // it retries by itself
    expect(lost).toBe(2);
    expect((await tab.getUser()).error).toBeNull();

    // The machine goes to sleep during the next refresh, and the page is reloaded.
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
  },
);

test("does not clean up a token whose response was lost eighty days ago", async () => {
  const { session } = await signedIn(app);
  await refresh(session.refresh_token);
  app.clock.advance(80 * DAY_MS);
  const cleanUp = accountsJobs(app.ctx).find((job) => job.name === "accounts-cleanup");
  await cleanUp?.run({});
  expect((await refresh(session.refresh_token)).status).toBe(200);
});

/** Someone who has a refresh token of the session and sometimes loses the response. */
interface Holder {
  token: string;
  hasRefreshed: boolean;
}

async function attempt(holder: Holder, isLost: boolean): Promise<boolean> {
  const { status, body } = await refresh(holder.token);
  if (status === 200 && !isLost)
    Object.assign(holder, { token: body.refresh_token, hasRefreshed: true });
  return status === 200;
}

test.each(Array.from({ length: 12 }, (_each, seed) => seed))(
  "never signs out a lone owner, and detects a thief once both have refreshed (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const { session, id } = await signedIn(app);
    const owner: Holder = { token: session.refresh_token, hasRefreshed: false };
    for (let step = 0; step < 6; step++) {
      app.clock.advance(random.pick([0, 3000, 10_000, 11_000, 3_600_000, DAY_MS]));
      expect(await attempt(owner, random.random() < 0.4)).toBe(true);
      expect(await activeTokens(id)).toBe(1);
    }

    Object.assign(owner, { hasRefreshed: false });
    const thief: Holder = { token: owner.token, hasRefreshed: false };
    let last: Holder | undefined;
    for (;;) {
      app.clock.advance(random.pick([11_000, 60_000, 3_600_000]));
      const holder = random.pick([owner, thief]);
      const isLost = random.random() < 0.3;
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

test("limits a session to six hundred refreshes an hour, and does not end it beyond that", async () => {
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
  // Another tab gets the same token within ten seconds, which stores nothing new.
  expect((await refreshSession(limited, session.refresh_token)).refresh_token).toBe(last);
  app.clock.advance(11_000);
  await expect(refreshSession(limited, session.refresh_token)).rejects.toMatchObject({
    code: "rate_limited",
  });
  app.clock.advance(3_600_000);
  expect((await refreshSession(limited, last)).refresh_token).not.toBe(last);
});
