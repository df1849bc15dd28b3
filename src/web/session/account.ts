// Maintains the session of this tab with auth-js: its token, its profile, and signing in and out.
// Loaded if there is a session, or to sign in; session.ts is on every page.
import type {
  AuthChangeEvent,
  AuthError,
  GoTrueClient,
  Session as AuthSession,
  User,
} from "@supabase/auth-js";
import { toast } from "../ui/overlay/toast.ts";
import { switchTab, isOurAccount, isTabCurrent } from "./account-change.ts";
import { api, ApiError, onTokenRefused } from "../api/api.ts";
import {
  clearScreen,
  currentSession,
  makeSession,
  publishSession,
  SIGNED_OUT,
  type Session,
} from "./session-state.ts";
import { claimTab, isSessionStored, releaseTab, SESSION_KEY } from "./tab-account.ts";

let client: Promise<GoTrueClient> | undefined;
onTokenRefused(renewToken);
/** The user is signing out here, so there is no need to say that the session has ended. */
let leaving = false;

/** The tab never makes a call as another account; to the caller, the session has ended. */
const signedOutError = () => new ApiError("unauthenticated", 401);

/** This tab's only auth-js client, loaded on the first call. Browser only. */
function authClient(): Promise<GoTrueClient> {
  client ??= import("./auth-client.ts").then(({ createAuthClient }) => {
    const auth = createAuthClient();
    auth.onAuthStateChange((event, session) => {
      // auth-js waits for this callback, so server calls are deferred until it returns.
      setTimeout(() => void onAuthEvent(event, session), 0);
    });
    return auth;
  });
  // If the chunk fails to load, the next call retries.
  client.catch(() => (client = undefined));
  return client;
}

/** The client; undefined if another account is signed in on this browser. */
export async function ownAuthClient(): Promise<GoTrueClient | undefined> {
  const auth = await authClient();
  return isTabCurrent() ? auth : undefined;
}

async function onAuthEvent(event: AuthChangeEvent, session: AuthSession | null): Promise<void> {
  // Events may be late; local storage is not.
  if (!isTabCurrent()) return;
  if (!session && isSessionStored()) return publishUnreached();
  if (!session) return leaving ? publishSession(SIGNED_OUT) : sessionEndedElsewhere();
  const { user } = session;
  if (!claimTab(user.id)) return;
  const current = currentSession();
  const known = current.user?.id === user.id;
  const recovering =
    event === "PASSWORD_RECOVERY" || (known && current.recovering && event !== "USER_UPDATED");
  publishSession(
    known ? { ...current, user, recovering } : makeSession({ status: "loading", user, recovering }),
  );
  // SIGNED_IN also fires whenever the tab becomes visible. The profile is known by then, or being
  // loaded.
  if (known && event !== "USER_UPDATED") return;
  const loaded = await fetchProfile();
  // The user signed out, or another one signed in, in the meantime.
  if (currentSession().user?.id !== user.id) return;
  publishProfile(loaded);
}

/** A stored session that can't be renewed now has not ended. Pages say that no server answers, or
 *  continue with a stored profile (session/offline-session.ts). */
function publishUnreached(): void {
  const user = storedUser();
  if (currentSession().status !== "loading" || !user || !claimTab(user.id)) return;
  publishSession(
    makeSession({ status: "signed-in", user, profileFailed: true, isUnreached: true }),
  );
}

/** The user of the stored session, as auth-js stored it. */
export const storedUser = (): User | undefined =>
  isSessionStored() ? JSON.parse(localStorage.getItem(SESSION_KEY) ?? "").user : undefined;

type LoadedProfile = Pick<Session, "profile" | "profileFailed" | "isUnreached">;

/** Keeps the previous profile if reloading fails. */
function publishProfile(loaded: LoadedProfile): void {
  const current = currentSession();
  const { profile, profileFailed } = loaded.profileFailed && current.profile ? current : loaded;
  publishSession(
    makeSession({
      ...current,
      status: "signed-in",
      profile,
      profileFailed,
      isUnreached: loaded.isUnreached,
      roles: profile?.roles ?? [],
    }),
  );
}

/** Loads the signed-in user's profile; a failure is only logged (specification section 8). */
async function fetchProfile(): Promise<LoadedProfile> {
  try {
    return {
      profile: await api("GET /api/profile", {}, { token: await accessToken() }),
      profileFailed: false,
      isUnreached: false,
    };
  } catch (error) {
    // oxlint-disable-next-line no-console -- section 8 asks for it
    console.error("The profile could not be loaded.", error);
    return {
      profile: null,
      profileFailed: !(error instanceof ApiError && error.code === "not_found"),
      isUnreached: error instanceof ApiError && (error.status === 0 || error.status >= 500),
    };
  }
}

/** The session ended without the user's doing, for example by a password change on another device.
 *  Notifies the user once. */
function sessionEnded(): void {
  if (currentSession().user)
    toast({ title: "Your session has ended. Sign in again.", variant: "neutral" });
  publishSession(SIGNED_OUT);
}

/** The session was ended by another tab. Also clears text typed on a public page. */
function sessionEndedElsewhere(): void {
  const { user, replacedBy } = currentSession();
  if (user || replacedBy !== null) clearScreen();
  sessionEnded();
}

/** Reads the token from auth-js's response.
 *  @throws ApiError offline for no response, which says nothing about the session; unauthenticated
 *  for another account's session */
function toToken({
  data,
  error,
}: {
  data: { session: AuthSession | null };
  error: AuthError | null;
}): string | null {
  const refused = error?.status !== undefined && error.status >= 400 && error.status < 500;
  if (error && !refused) throw new ApiError("offline", 0);
  if (!data.session) return null;
  const { user, access_token: token } = data.session;
  if (!isOurAccount({ id: user.id, email: user.email ?? "" })) throw signedOutError();
  return token;
}

/** Renews the account's token after the API refused it. If that is impossible, the session was
 *  ended elsewhere and ends here too.
 *  @throws ApiError unauthenticated if another account is signed in now */
export async function renewToken(refused: string): Promise<string | null> {
  // A sign-in that is under way has ended this session and is about to store the next one.
  await signInLock(() => Promise.resolve());
  const stored = await accessToken();
  if (stored && stored !== refused) return stored; // Another call or tab has renewed it.
  const token = stored && toToken(await (await authClient()).refreshSession());
  if (token) return token;
  if (!isTabCurrent()) throw signedOutError(); // The other account's session stays.
  sessionEnded();
  // auth-js would keep a session whose access token has not expired yet.
  localStorage.removeItem(SESSION_KEY);
  await (await authClient()).signOut({ scope: "local" });
  return null;
}

/** Compares the tab, which has or had a session, with the session stored in this browser. Once
 *  loaded, auth-js reports further changes. */
export function compareWithBrowser(): void {
  if (!isTabCurrent()) return;
  const { user, replacedBy } = currentSession();
  if (isSessionStored()) {
    // The tab's own account is back, but its pages are gone.
    if (replacedBy !== null) location.reload();
    else if (!client) void authClient().catch(() => publishSession(SIGNED_OUT));
  } else if ((user || replacedBy !== null) && !leaving) sessionEndedElsewhere();
}

/** See access-token.ts. */
export async function accessToken(): Promise<string | null> {
  if (!client && !isSessionStored()) return null;
  if (!isTabCurrent()) throw signedOutError();
  const auth = await authClient().catch(() => {
    throw new ApiError("offline", 0);
  });
  return toToken(await auth.getSession());
}

/** Runs `work` while no other sign-in is under way in this browser. */
function signInLock<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined; // Missing on plain HTTP.
  return locks ? locks.request("caydrive.sign-in", work) : work();
}

/** Signs in by `call`, in one tab of the browser at a time, so that `call` can rely on the stored
 *  session. Signing in as a different account than the tab's requires a new document, so that no
 *  timer, retry or cache mixes the two.
 *  @returns auth-js's response, and whether the caller must load the next page as a document */
export async function startSession<R extends { data: { user: User | null } }>(
  call: (auth: GoTrueClient) => Promise<R>,
): Promise<R & { needsReload: boolean }> {
  const auth = await authClient();
  const result = await signInLock(() => call(auth));
  const { user } = result.data;
  const needsReload = user !== null && !claimTab(user.id);
  if (user && needsReload) switchTab(user.id);
  return { ...result, needsReload };
}

/** Signs out this browser; other devices stay signed in. Throws the server's message on failure. */
export async function signOut(): Promise<void> {
  if (!isTabCurrent()) throw signedOutError();
  leaving = true;
  try {
    const { error } = await (await authClient()).signOut({ scope: "local" });
    releaseTab();
    if (error) throw error;
    // Published immediately, not with auth-js's later event, so that the caller continues as signed
    // out.
    publishSession(SIGNED_OUT);
  } finally {
    leaving = false;
  }
}

/** Reloads the profile after a change or a failure. */
export async function reloadProfile(): Promise<void> {
  const { user } = currentSession();
  const loaded = await fetchProfile();
  const { status, user: current } = currentSession();
  if (status === "signed-in" && current?.id === user?.id) publishProfile(loaded);
}
