// Who is signed in, for the whole browser tab. The session lives in local storage; a page is rendered without it, and auth-js is
// loaded only where there is a session to look after or somebody signs in. Signing in is the auth pages' work, through openSession().
import type { AuthChangeEvent, AuthError, GoTrueClient, Session as AuthSession, User } from "@supabase/auth-js";
import { createContext, createElement, use, useEffect, useSyncExternalStore, type ReactNode } from "react";
import { toast } from "../ui/overlay/toast.ts";
import { handOver, isOurAccount, isTabCurrent } from "./account-change.ts";
import { api, ApiError, onTokenRefused } from "../api/api.ts";
import {
  clearScreen,
  currentSession,
  LOADING,
  makeSession,
  onSessionChange,
  publish,
  SIGNED_OUT,
  type Session,
} from "./session-state.ts";
import { claimTab, isSessionStored, releaseTab, SESSION_KEY } from "./tab-account.ts";

let client: Promise<GoTrueClient> | undefined;
let started = false;
/** The person is signing out here: no need to say that the session has ended. */
let leaving = false;

/** A call of this tab's account is never made as another one: to its caller the session has ended. */
const notOurs = () => new ApiError("unauthenticated", 401);

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
  // Events may be late; local storage is not.
  if (!isTabCurrent()) return;
  if (event === "SIGNED_OUT" && isSessionStored()) return;
  if (!session) return leaving ? publish(SIGNED_OUT) : sessionEndedElsewhere();
  const { user } = session;
  if (!claimTab(user.id)) return;
  const current = currentSession();
  const known = current.user?.id === user.id;
  const recovering = event === "PASSWORD_RECOVERY" || (known && current.recovering && event !== "USER_UPDATED");
  publish(known ? { ...current, user, recovering } : makeSession({ status: "loading", user, recovering }));
  // SIGNED_IN also comes whenever the tab is looked at again: the profile is known, or on its way.
  if (known && event !== "USER_UPDATED") return;
  const loaded = await fetchProfile();
  if (currentSession().user?.id !== user.id) return; // signed out, or somebody else, in the meantime
  publishProfile(loaded);
}

type LoadedProfile = Pick<Session, "profile" | "profileFailed">;

/** One that was there before stays when it does not load again. */
function publishProfile(loaded: LoadedProfile): void {
  const current = currentSession();
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
  if (currentSession().user) toast({ title: "Your session has ended. Sign in again.", variant: "neutral" });
  publish(SIGNED_OUT);
}

/** The same by another tab's doing: what was typed on a public page goes from the screen as well. */
function sessionEndedElsewhere(): void {
  const { user, replacedBy } = currentSession();
  if (user || replacedBy !== null) clearScreen();
  sessionEnded();
}

/**
 * What auth-js answered. @throws ApiError offline for no answer, which says nothing about the session;
 * unauthenticated for the session of another account
 */
function tokenOf({ data, error }: { data: { session: AuthSession | null }; error: AuthError | null }): string | null {
  const refused = error?.status !== undefined && error.status >= 400 && error.status < 500;
  if (error && !refused) throw new ApiError("offline", 0);
  if (!data.session) return null;
  const { user, access_token: token } = data.session;
  if (!isOurAccount({ id: user.id, email: user.email ?? "" })) throw notOurs();
  return token;
}

/**
 * Another token of the same account for one that the API refused. Where there is none the session was
 * ended elsewhere, and ends here too. @throws ApiError unauthenticated where another account is signed in now
 */
export async function renewToken(refused: string): Promise<string | null> {
  const stored = await accessToken();
  if (stored && stored !== refused) return stored; // another call or tab has renewed it
  const token = stored && tokenOf(await (await authClient()).refreshSession());
  if (token) return token;
  if (!isTabCurrent()) throw notOurs(); // its session stays
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
  followBrowser();
  addEventListener("storage", ({ key }) => {
    if (key === SESSION_KEY || key === null) followBrowser();
  });
  // A tab that slept, or came back by the back button, has missed what happened meanwhile.
  addEventListener("pageshow", followBrowser);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) followBrowser();
  });
}

/** Compares the tab with the session that this browser keeps. Auth-js tells the rest, once it is loaded. */
function followBrowser(): void {
  if (!isTabCurrent()) return;
  const { status, user, replacedBy } = currentSession();
  if (isSessionStored()) {
    // The tab's own account is back, but its pages are gone.
    if (replacedBy !== null) location.reload();
    else if (!client) void authClient().catch(() => publish(SIGNED_OUT));
  } else if (user || replacedBy !== null) {
    if (!leaving) sessionEndedElsewhere();
  } else if (status === "loading" && !client) publish(SIGNED_OUT);
}

/** The session once the first check has finished: for clientLoaders, which run before any component. */
export function sessionReady(): Promise<Session> {
  start();
  return new Promise((resolve) => {
    const check = (session: Session) => {
      if (session.status === "loading") return;
      end();
      resolve(session);
    };
    const end = onSessionChange(check);
    check(currentSession());
  });
}

/**
 * The bearer token for a call to the API as this tab's account, refreshed when it is about to expire; null
 * when signed out. @throws ApiError offline; unauthenticated where another account is signed in now
 */
export async function accessToken(): Promise<string | null> {
  start();
  if (!client && !isSessionStored()) return null;
  if (!isTabCurrent()) throw notOurs();
  const auth = await authClient().catch(() => {
    throw new ApiError("offline", 0);
  });
  return tokenOf(await auth.getSession());
}

/**
 * Signs in by `call`, in one tab of the browser at a time, so that `call` can rely on what it finds stored.
 * Somebody who signs in as another account than the tab's continues in a new document,
 * so that no timer, retry or cache of the pages that are open can mix the two.
 * @returns what auth-js answered, and whether the caller must load the next page as a document
 */
export async function openSession<R extends { data: { user: User | null } }>(
  call: (auth: GoTrueClient) => Promise<R>,
): Promise<R & { needsReload: boolean }> {
  start();
  const auth = await authClient();
  const locks = navigator.locks as LockManager | undefined; // missing on plain http
  const result = await (locks ? locks.request("caydrive.sign-in", () => call(auth)) : call(auth));
  const { user } = result.data;
  const needsReload = user !== null && !claimTab(user.id);
  if (user && needsReload) handOver(user.id);
  return { ...result, needsReload };
}

/** Signs this browser out; other devices stay signed in. Throws with the server's message when that fails. */
export async function signOut(): Promise<void> {
  if (!isTabCurrent()) throw notOurs();
  leaving = true;
  try {
    const { error } = await (await authClient()).signOut({ scope: "local" });
    releaseTab();
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
  if (currentSession().status === "signed-in") publishProfile(loaded);
}

const SessionContext = createContext(false);

/** Stands around every page and starts the first check. */
export function SessionProvider({ children }: { children: ReactNode }) {
  useEffect(start, []);
  return createElement(SessionContext, { value: true }, children);
}

/** The session of this tab; loading while the page is rendered on the server. Throws outside the SessionProvider. */
export function useSession(): Session {
  if (!use(SessionContext)) throw new Error("useSession is used outside the SessionProvider");
  return useSyncExternalStore(onSessionChange, currentSession, () => LOADING);
}
