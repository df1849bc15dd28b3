// Every auth-js call against a listening instance, with the unmodified client.
import { AuthWeakPasswordError } from "@supabase/auth-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import {
  linkIn,
  mailsTo,
  NAMES,
  newEmail,
  openTab,
  PASSWORD,
  person,
  signedIn,
  registerPerson,
} from "../../../../test/people.ts";
import { getPerson } from "./accounts.repository.ts";

let app: TestApp;
beforeAll(async () => {
  // The client compares with the machine's clock, so this instance starts at the same time.
  app = await startTestApp({ now: new Date().toISOString(), config: { unlimited: true } });
});
afterAll(() => app.close());

test("answers a wrong password and an unknown email alike", async () => {
  const { email } = await person(app);
  const wrong = await openTab(app).signInWithPassword({ email, password: "wrong-one" });
  const unknown = await openTab(app).signInWithPassword({
    email: newEmail(),
    password: "wrong-one",
  });
  expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
  expect(unknown.error?.message).toBe(wrong.error?.message);
});

test("signs access tokens with a published key and the expected claims", async () => {
  const { tab, id, email, session } = await signedIn(app);
  const { data, error } = await tab.getClaims();
  expect(error).toBeNull();
  expect(data?.header).toMatchObject({ alg: "ES256", kid: expect.any(String) });
  expect(data?.claims).toMatchObject({
    sub: id,
    email,
    aud: "authenticated",
    role: "authenticated",
    aal: "aal1",
    iss: `${app.url}/auth/v1`,
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    user_metadata: { first_name: "Ann", last_name: "Rolle", user_type: "renter" },
    app_metadata: { provider: "email", providers: ["email"] },
  });
  expect(data!.claims.exp - data!.claims.iat).toBe(3600);
  expect(session.expires_at).toBe(data!.claims.exp);
  expect((await tab.getUser()).data.user?.id).toBe(id);
  const keys = await app.call("GET", "/auth/v1/.well-known/jwks.json");
  expect(keys.headers.get("cache-control")).toBe("public, max-age=600");
  expect(keys.body.keys[0]).not.toHaveProperty("d");
});

test("resets a forgotten password by email and ends the other sessions", async () => {
  const { email, tab: other } = await signedIn(app);
  const tab = openTab(app);
  const events: string[] = [];
  tab.onAuthStateChange((event) => void events.push(event));
  expect(
    (await tab.resetPasswordForEmail(email, { redirectTo: `${app.url}/auth/reset` })).error,
  ).toBeNull();
  expect((await tab.resetPasswordForEmail(newEmail())).error).toBeNull();
  const link = linkIn((await mailsTo(app, email))[0]!);
  expect(link).toMatchObject({ type: "recovery", next: "/auth/reset" });
  await tab.verifyOtp({ token_hash: link.token, type: "recovery" });
  expect(events).toContain("PASSWORD_RECOVERY");
  expect((await tab.updateUser({ password: "12345" })).error).toBeInstanceOf(AuthWeakPasswordError);
  expect((await tab.updateUser({ password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: "same_password",
  });
  const wrong = await tab.updateUser({ password: "guava-duff", current_password: "not-mine" });
  expect(wrong.error?.code).toBe("invalid_credentials");
  expect((await tab.updateUser({ password: "guava-duff" })).error).toBeNull();
  expect(events).toContain("USER_UPDATED");
  expect((await other.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  expect((await tab.getUser()).error).toBeNull();
  expect((await openTab(app).signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
  expect(
    (await openTab(app).signInWithPassword({ email, password: "guava-duff" })).error,
  ).toBeNull();
  const subjects = (await mailsTo(app, email, 2)).map((mail) => mail.subject);
  expect(subjects).toContain("Your Caydrive password was changed");
});

test("recovering an unconfirmed sign-up discards the password it was made with", async () => {
  const email = newEmail();
  await registerPerson(app, email, { password: "the-squatter's" });
  await mailsTo(app, email);
  app.clock.advance(1000);
  await openTab(app).resetPasswordForEmail(email);
  const [mail] = await mailsTo(app, email, 2);
  await openTab(app).verifyOtp({ token_hash: linkIn(mail!).token, type: "recovery" });
  const squatter = await openTab(app).signInWithPassword({ email, password: "the-squatter's" });
  expect(squatter.error?.code).toBe("invalid_credentials");
});

test("a recovery link works for an hour", async () => {
  const { email } = await person(app);
  await openTab(app).resetPasswordForEmail(email);
  const { token } = linkIn((await mailsTo(app, email))[0]!);
  app.clock.advance(3_600_000);
  const late = await openTab(app).verifyOtp({ token_hash: token, type: "recovery" });
  app.clock.advance(-3_600_000);
  expect(late.error).toMatchObject({ status: 403, code: "otp_expired" });
});

test("changing password or email requires the current password or a recovery link's session", async () => {
  const { tab, email } = await signedIn(app);
  for (const change of [{ password: "guava-duff" }, { email: newEmail() }])
    expect((await tab.updateUser(change)).error).toMatchObject({
      status: 422,
      code: "reauthentication_needed",
    });
  // Withdraws a request for another address.
  expect((await tab.updateUser({ email })).error).toBeNull();
  expect(
    (await tab.updateUser({ password: "guava-duff", current_password: PASSWORD })).error,
  ).toBeNull();
  await tab.resetPasswordForEmail(email);
  const recovered = openTab(app);
  const mail = (await mailsTo(app, email, 2)).find(({ text }) => text.includes("type=recovery"))!;
  await recovered.verifyOtp({ token_hash: linkIn(mail).token, type: "recovery" });
  app.clock.advance(3_600_000);
  await recovered.refreshSession();
  const late = await recovered.updateUser({ password: "benny-cake" });
  app.clock.advance(-3_600_000);
  expect(late.error).toMatchObject({ code: "reauthentication_needed" });
  expect((await recovered.updateUser({ password: "benny-cake" })).error).toBeNull();
});

test.each([" conch salad ", "c".repeat(200), "Conch-Salad", "päss 🐚 日本語"])(
  "accepts a password exactly as typed and stores it as argon2id: %j",
  async (password) => {
    const { tab, email, id } = await signedIn(app);
    expect((await tab.updateUser({ password, current_password: PASSWORD })).error).toBeNull();
    expect((await openTab(app).signInWithPassword({ email, password })).error).toBeNull();
    const alike = [
      password.trim(),
      password.slice(0, -1),
      password.toLowerCase(),
      password.normalize("NFD"),
    ];
    for (const other of alike.filter((each) => each !== password))
      expect(
        (await openTab(app).signInWithPassword({ email, password: other })).error,
      ).toMatchObject({
        code: "invalid_credentials",
      });
    const { password_hash } = await getPerson(app.ctx.db, id);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  },
);

test("changes names through the client, but not the user type", async () => {
  const { tab } = await signedIn(app);
  expect(
    (await tab.updateUser({ data: { first_name: "Bea" } })).data.user?.user_metadata["first_name"],
  ).toBe("Bea");
  expect((await tab.updateUser({ data: { user_type: "admin" } })).error?.code).toBe(
    "validation_failed",
  );
});

test.each(["signup", "recovery"] as const)(
  "keeps every %s link valid until one is used, so nobody can invalidate another's",
  async (type) => {
    const email = type === "signup" ? newEmail() : (await person(app)).email;
    const tab = openTab(app);
    const ask = () =>
      type === "signup" ? tab.resend({ type, email }) : tab.resetPasswordForEmail(email);
    await (type === "signup" ? registerPerson(app, email) : ask());
    const [first] = await mailsTo(app, email);
    app.clock.advance(1000);
    expect((await ask()).error).toBeNull();
    const [second] = await mailsTo(app, email, 2);
    expect((await tab.verifyOtp({ token_hash: linkIn(first!).token, type })).error).toBeNull();
    expect((await tab.verifyOtp({ token_hash: linkIn(second!).token, type })).error?.code).toBe(
      "otp_expired",
    );
  },
);

test("GET /verify redirects to our page with the session or the error in the fragment", async () => {
  const { email } = await person(app);
  await openTab(app).resetPasswordForEmail(email);
  const { token } = linkIn((await mailsTo(app, email))[0]!);
  const open = async (redirect: string) => {
    const query = new URLSearchParams({ token, type: "recovery", redirect_to: redirect });
    const answer = await app.call("GET", `/auth/v1/verify?${query}`);
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get("location") ?? "");
  };
  const target = await open(`${app.url}/auth/reset`);
  expect(target.origin + target.pathname).toBe(`${app.url}/auth/reset`);
  const fragment = new URLSearchParams(target.hash.slice(1));
  expect([...fragment.keys()].toSorted()).toEqual(
    ["access_token", "expires_at", "expires_in", "refresh_token", "token_type", "type"].toSorted(),
  );
  expect((await openTab(app).getUser(fragment.get("access_token") ?? "")).data.user?.email).toBe(
    email,
  );
  const second = await open("https://elsewhere.example/auth/reset");
  expect(second.origin + second.pathname).toBe(`${app.url}/`);
  expect(new URLSearchParams(second.hash.slice(1)).get("error_code")).toBe("otp_expired");
});

test("PKCE: only the tab that requested the link can exchange its code, once", async () => {
  const email = newEmail();
  const tab = openTab(app, { flowType: "pkce" });
  await tab.signUp({
    email,
    password: PASSWORD,
    options: { data: NAMES, emailRedirectTo: `${app.url}/auth/callback` },
  });
  const { token } = linkIn((await mailsTo(app, email))[0]!);
  const query = new URLSearchParams({
    token,
    type: "signup",
    redirect_to: `${app.url}/auth/callback`,
  });
  const answer = await app.call("GET", `/auth/v1/verify?${query}`);
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const stolen = { auth_code: code, code_verifier: "a".repeat(56) };
  const thief = await app.call("POST", "/auth/v1/token?grant_type=pkce", { body: stolen });
  expect(thief).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier", error_code: "bad_code_verifier" },
  });
  expect(
    (await app.call("POST", "/auth/v1/verify", { body: { token_hash: code, type: "signup" } }))
      .status,
  ).toBe(403);
  expect((await tab.exchangeCodeForSession(code)).data.session?.user.email).toBe(email);
  const again = await app.call("POST", "/auth/v1/token?grant_type=pkce", { body: stolen });
  expect(again.status).toBe(400);
});

test("errors have the client's shape and version header", async () => {
  const password = "/auth/v1/token?grant_type=password";
  const nul = { email: "a\u0000b@example.test", password: "secret1" };
  const cases: [string, string, Parameters<TestApp["call"]>[2], number, string][] = [
    ["POST", password, { body: {} }, 400, "validation_failed"],
    ["POST", password, { body: nul }, 400, "validation_failed"],
    ["POST", password, { body: { email: "x".repeat(1_000_001) } }, 413, "request_too_large"],
    ["GET", "/auth/v1/user", {}, 401, "no_authorization"],
    ["GET", "/auth/v1/user", { as: "x.y.z" }, 403, "bad_jwt"],
    [
      "POST",
      "/auth/v1/logout",
      { headers: { "content-type": "application/json" } },
      401,
      "no_authorization",
    ],
    ["POST", "/auth/v1/token?grant_type=password", { body: "{" }, 400, "bad_json"],
    ["POST", "/auth/v1/token?grant_type=magic", { body: {} }, 400, "validation_failed"],
    ["POST", "/auth/v1/token?grant_type=refresh_token", { body: {} }, 400, "validation_failed"],
    ["POST", "/auth/v1/recover", { body: { email: "x" } }, 400, "validation_failed"],
    ["POST", "/auth/v1/signup", { body: "[]" }, 400, "validation_failed"],
    ["GET", "/auth/v1/signup", {}, 404, "route_not_found"],
    ["GET", "/auth/v1/%zz", {}, 404, "route_not_found"],
  ];
  for (const [method, path, options, status, code] of cases) {
    const answer = await app.call(method, path, options);
    expect(answer, path).toMatchObject({
      status,
      body: { code, error_code: code, message: expect.any(String) },
    });
    expect(answer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("unsupported methods fail with a code and a message", async () => {
  const { tab } = await signedIn(app);
  const calls = [
    () => openTab(app).signInWithOtp({ email: newEmail() }),
    () => tab.reauthenticate(),
    () => tab.mfa.enroll({ factorType: "totp" }),
  ];
  for (const call of calls) {
    const { error } = await call();
    expect(error).toMatchObject({
      status: 404,
      code: "route_not_found",
      message: "This is not available here. Sign in with your email and password.",
    });
  }
});

test("names a missing field", async () => {
  const { body } = await app.call("POST", "/auth/v1/token?grant_type=password", {
    body: { email: "a@example.test" },
  });
  expect(body.message).toBe("Enter your password.");
});

test("a HEAD request, as scanners send, does not use up a link", async () => {
  const { email } = await person(app);
  await openTab(app).resetPasswordForEmail(email);
  const { token } = linkIn((await mailsTo(app, email))[0]!);
  expect((await app.call("HEAD", `/auth/v1/verify?token=${token}&type=recovery`)).status).toBe(404);
  expect((await openTab(app).verifyOtp({ token_hash: token, type: "recovery" })).error).toBeNull();
});

test("returns the account that a link signs in to without using up the link", async () => {
  const { id, email } = await person(app);
  await openTab(app).resetPasswordForEmail(email);
  const [mail] = await mailsTo(app, email);
  const { token } = linkIn(mail!);
  const ask = async (token_hash: string, type: string) =>
    (await app.call("POST", "/api/mailed-links/account", { body: { token_hash, type } })).body;
  expect(await ask(token, "recovery")).toEqual({ account: { id, email } });
  expect(await ask(token, "signup")).toEqual({ account: null });
  expect(await ask(`${token}x`, "recovery")).toEqual({ account: null });
  expect((await openTab(app).verifyOtp({ token_hash: token, type: "recovery" })).error).toBeNull();
  expect(await ask(token, "recovery")).toEqual({ account: null });
});

test("returns the current email during an email change, and nothing once the link has expired", async () => {
  const { email, id, session } = await signedIn(app);
  const requested = newEmail();
  const change = {
    body: { email: requested, current_password: PASSWORD },
    as: session.access_token,
  };
  expect((await app.call("PUT", "/auth/v1/user", change)).status).toBe(200);
  const { token } = linkIn((await mailsTo(app, requested))[0]!);
  const ask = async () =>
    (
      await app.call("POST", "/api/mailed-links/account", {
        body: { token_hash: token, type: "email_change" },
      })
    ).body;
  expect(await ask()).toEqual({ account: { id, email } });
  app.clock.advance(24 * 3_600_000);
  expect(await ask()).toEqual({ account: null });
});
