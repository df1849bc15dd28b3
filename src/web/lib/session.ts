// Who is signed in, for the whole browser tab. The session lives in local storage; a page is rendered without it, and auth-js is
// loaded only where there is a session to look after or somebody signs in. Signing in and up is the auth pages' work, through authClient().
import type { AuthChangeEvent, AuthError, GoTrueClient, Session as AuthSession, User } from "@supabase/auth-js";
import { createContext, createElement, use, useEffect, useSyncExternalStore, type ReactNode } from "react";
import type { Profile } from "../../contract/accounts.ts";
import type { Role } from "../../domain/roles.ts";
import { toast } from "../ui/toast.ts";
import { api, ApiError, onTokenRefused } from "./api.ts";

/** The local storage key; web/root.tsx reads it before the first paint. */
export const SESSION_KEY = "caydrive.session";

export interface Session {
  /** loading until the first check has finished, and while the profile of somebody who has just signed in loads. */
  status: "loading" | "signed-out" | "signed-in";
  user: User | null;
  /** Null for a signed-in person whose profile is missing or failed to load. */
  profile: Profile | null;
  /** The profile may be there, but did not load. */
  profileFailed: boolean;
  roles: readonly Role[];
  isAdmin: boolean;
  /** What hosts may do is open to admins, too. */
  mayHost: boolean;
  /** The person came by a link for a forgotten password and should choose a new one. */
  recovering: boolean;
  hasRole: (role: Role) => boolean;
}

function makeSession(values: Partial<Session> & Pick<Session, "status">): Session {
  const roles = values.roles ?? [];
  return {
    user: null,
    profile: null,
    profileFailed: false,
    recovering: false,
    ...values,
    roles,
    isAdmin: roles.includes("admin"),
    mayHost: roles.includes("host") || roles.includes("admin"),
    hasRole: (role) => roles.includes(role),
  };
}

const LOADING = makeSession({ status: "loading" });
const SIGNED_OUT = makeSession({ status: "signed-out" });

let current = LOADING;
let client: Promise<GoTrueClient> | undefined;
let started = false;
/** The person is signing out here: no need to say that the session has ended. */
let leaving = false;
const listeners = new Set<() => void>();

function publish(next: Session) {
  current = next;
  // Read by the header's styles while the status is loading (styles/layout.css).
  if (next.user) document.documentElement.dataset["session"] = "stored";
  else delete document.documentElement.dataset["session"];
  for (const listener of listeners) listener();
}

/** True when local storage holds what a session needs (specification section 5); a broken one counts as none. */
function isSessionStored(): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null");
    return (
      typeof stored === "object" &&
      stored !== null &&
      "access_token" in stored &&
      "refresh_token" in stored &&
      "expires_at" in stored
    );
  } catch {
    return false; // no storage allowed here, or not JSON
  }
}

/** True when the URL brings a session along, as links in mails do. */
const isSessionInUrl = () => /[#&](?:access_token|error_code)=/.test(location.hash);

/** The one auth-js client of this tab, loaded at the first call. Browser only. */
export function authClient(): Promise<GoTrueClient> {
  client ??= import("./auth-client.ts").then(({ createAuthClient }) => {
    const auth = createAuthClient();
    auth.onAuthStateChange((event, session) => {
      // auth-js waits for this callback: what talks to the server happens after it.
      setTimeout(() => void onAuthEvent(event, session), 0);
    });
    return auth;
  });
  // A chunk that failed to load may come at the next try.
  client.catch(() => (client = undefined));
  return client;
}

async function onAuthEvent(event: AuthChangeEvent, session: AuthSession | null): Promise<void> {
  if (!session) return leaving ? publish(SIGNED_OUT) : sessionEnded();
  const { user } = session;
  const known = current.user?.id === user.id;
  const recovering = event === "PASSWORD_RECOVERY" || (known && current.recovering && event !== "USER_UPDATED");
  publish(known ? { ...current, user, recovering } : makeSession({ status: "loading", user, recovering }));
  // SIGNED_IN also comes whenever the tab is looked at again: the profile is known, or on its way.
  if (known && event !== "USER_UPDATED") return;
  const loaded = await fetchProfile();
  if (current.user?.id !== user.id) return; // signed out, or somebody else, in the meantime
  publishProfile(loaded);
}

type LoadedProfile = Pick<Session, "profile" | "profileFailed">;

/** One that was there before stays when it does not load again. */
function publishProfile(loaded: LoadedProfile): void {
  const { profile, profileFailed } = loaded.profileFailed && current.profile ? current : loaded;
  publish(makeSession({ ...current, status: "signed-in", profile, profileFailed, roles: profile?.roles ?? [] }));
}

/** The signed-in person's profile; a failure is only logged (specification section 8). */
async function fetchProfile(): Promise<LoadedProfile> {
  try {
    return { profile: await api("GET /api/profile", {}, { token: await accessToken() }), profileFailed: false };
  } catch (error) {
    // oxlint-disable-next-line no-console -- section 8 asks for it
    console.error("The profile could not be loaded.", error);
    return { profile: null, profileFailed: !(error instanceof ApiError && error.code === "PGRST116") };
  }
}

/** The session is over without the person's doing, such as a password changed on another device: said once. */
function sessionEnded(): void {
  if (current.user) toast({ title: "Your session has ended. Sign in again.", variant: "neutral" });
  publish(SIGNED_OUT);
}

/** What auth-js answered. @throws ApiError offline for no answer, which says nothing about the session */
function tokenOf({ data, error }: { data: { session: AuthSession | null }; error: AuthError | null }): string | null {
  const refused = error?.status !== undefined && error.status >= 400 && error.status < 500;
  if (error && !refused) throw new ApiError("offline", 0);
  return data.session?.access_token ?? null;
}

/** Another token for one that the API refused. Where there is none the session was ended elsewhere, and ends here too. */
export async function renewToken(refused: string): Promise<string | null> {
  const stored = await accessToken();
  if (stored && stored !== refused) return stored; // another call or tab has renewed it
  const token = stored && tokenOf(await (await authClient()).refreshSession());
  if (token) return token;
  sessionEnded();
  // auth-js keeps a session whose access token looks valid by its date.
  localStorage.removeItem(SESSION_KEY);
  await (await authClient()).signOut({ scope: "local" });
  return null;
}

/** Starts the first check; further calls do nothing. Browser only. */
function start(): void {
  if (started) return;
  started = true;
  onTokenRefused(renewToken);
  const load = () => authClient().catch(() => publish(SIGNED_OUT));
  if (isSessionStored() || isSessionInUrl()) void load();
  else publish(SIGNED_OUT);
  // Another tab signed in: auth-js tells tabs that have loaded it, this is for those that have not.
  addEventListener("storage", (event) => {
    if (event.key === SESSION_KEY && !client && isSessionStored()) void load();
  });
}

/** The session once the first check has finished: for clientLoaders, which run before any component. */
export function sessionReady(): Promise<Session> {
  start();
  return new Promise((resolve) => {
    const check = () => {
      if (current.status === "loading") return;
      listeners.delete(check);
      resolve(current);
    };
    listeners.add(check);
    check();
  });
}

/** The bearer token for a call to the API, refreshed when it is about to end; null when signed out. @throws ApiError offline */
export async function accessToken(): Promise<string | null> {
  if (!client && !isSessionStored()) return null;
  const auth = await authClient().catch(() => {
    throw new ApiError("offline", 0);
  });
  return tokenOf(await auth.getSession());
}

/** Signs this browser out; other devices stay signed in. Throws with the server's message when that fails. */
export async function signOut(): Promise<void> {
  leaving = true;
  try {
    const { error } = await (await authClient()).signOut({ scope: "local" });
    if (error) throw error;
    // Now, not with auth-js's event a little later: what the caller does next happens to a signed-out person.
    publish(SIGNED_OUT);
  } finally {
    leaving = false;
  }
}

/** Reads the profile anew, after it was changed or did not load. */
export async function reloadProfile(): Promise<void> {
  const loaded = await fetchProfile();
  if (current.status === "signed-in") publishProfile(loaded);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const SessionContext = createContext(false);

/** Stands around every page and starts the first check. */
export function SessionProvider({ children }: { children: ReactNode }) {
  useEffect(start, []);
  return createElement(SessionContext, { value: true }, children);
}

/** The session of this tab; loading while the page is rendered on the server. Throws outside the SessionProvider. */
export function useSession(): Session {
  if (!use(SessionContext)) throw new Error("useSession is used outside the SessionProvider");
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => LOADING,
  );
}
