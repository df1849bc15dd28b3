// People for tests: accounts, the real auth-js client that signs them in, and the links emailed to
// them.
import { AuthClient } from "@supabase/auth-js";
import { eventually } from "./eventually.ts";
import type { TestApp } from "./harness.ts";
import { createAccount } from "../src/server/modules/accounts/accounts.service.ts";

export const PASSWORD = "conch-salad";

/** A browser tab: the unmodified client with its own storage, or one shared with another tab. */
export function openTab(
  app: TestApp,
  options: {
    storage?: Map<string, string>;
    flowType?: "implicit" | "pkce";
    fetch?: typeof fetch;
  } = {},
) {
  const { storage = new Map<string, string>(), flowType = "implicit" } = options;
  return new AuthClient({
    url: `${app.url}/auth/v1`,
    flowType,
    ...(options.fetch ? { fetch: options.fetch } : {}),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  });
}

let people = 0;
export const newEmail = (): string => `person-${++people}@caydrive.test`;

/** A confirmed account. */
export async function person(
  app: TestApp,
  email = newEmail(),
): Promise<{ id: string; email: string }> {
  const profile = {
    email,
    password: PASSWORD,
    first_name: "Ann",
    last_name: "Rolle",
    user_type: "renter" as const,
  };
  return { id: await createAccount(app.ctx, { ...profile, roles: ["renter"] }), email };
}

/** The profile data of a sign-up. */
export const NAMES = { first_name: "Ann", last_name: "Rolle", user_type: "host" };

/** Signs up in a new tab. */
export function registerPerson(
  app: TestApp,
  email: string,
  options: { password?: string; redirect?: string; data?: object } = {},
) {
  const { password = PASSWORD, redirect = `${app.url}/book/7?from=auth`, data = NAMES } = options;
  return openTab(app).signUp({ email, password, options: { data, emailRedirectTo: redirect } });
}

export async function signedIn(app: TestApp, email?: string) {
  const who = await person(app, email);
  const tab = openTab(app);
  const { data, error } = await tab.signInWithPassword({ email: who.email, password: PASSWORD });
  if (error) throw error;
  return { ...who, tab, session: data.session };
}

/** The emails to an address, newest first, once there are `count`. Jobs send them within a
 *  second. */
export async function mailsTo(app: TestApp, email: string, count = 1) {
  return eventually(async () => {
    const mails = await app.mails(email);
    if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${email} came`);
    return mails;
  });
}

/** The emails to an address whose subject matches, newest first, once there is one. */
export async function mailsAbout(app: TestApp, email: string, subject: RegExp) {
  return eventually(async () => {
    const mails = (await app.mails(email)).filter((mail) => subject.test(mail.subject));
    if (mails.length === 0) throw new Error(`no mail to ${email} about ${String(subject)} came`);
    return mails;
  });
}

/** The query of the link in an email. */
export function linkIn({ text }: { text: string }): {
  path: string;
  token: string;
  type: string;
  next: string | null;
} {
  const url = new URL(/^https?:\/\/\S+$/m.exec(text)?.[0] ?? "");
  const { searchParams: query } = url;
  return {
    path: url.pathname,
    token: query.get("token_hash") ?? "",
    type: query.get("type") ?? "",
    next: query.get("next"),
  };
}
