// Which account this tab belongs to. The whole browser shares the session in local storage, but
// what a tab shows, stores and requests belongs to one account until it reloads.

/** The local storage key; root.tsx reads it before the first paint. */
export const SESSION_KEY = "caydrive.session";

/** The session storage key. It survives a reload, so that a suspended tab notices a change, too. */
const TAB_KEY = "caydrive.tab-account";

export interface Account {
  id: string;
  email: string;
}

interface StoredSession {
  user?: Partial<Account> | null;
}

/** Undefined unless local storage holds a valid session (specification section 5). */
function readStoredSession(): StoredSession | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null");
    const isSession =
      typeof stored === "object" &&
      stored !== null &&
      "access_token" in stored &&
      "refresh_token" in stored &&
      "expires_at" in stored;
    return isSession ? (stored as StoredSession) : undefined;
  } catch {
    return undefined; // Storage is not allowed, or the value is not JSON.
  }
}

export const isSessionStored = (): boolean => readStoredSession() !== undefined;

/** The account currently signed in on this browser, whatever this tab shows. */
export function storedAccount(): Account | undefined {
  const { id, email } = readStoredSession()?.user ?? {};
  return typeof id === "string" ? { id, email: email ?? "" } : undefined;
}

/** Undefined until the tab has had a session. Read from session storage once. */
let owner: string | undefined;
let isOwnerRead = false;
let state: "open" | "signed-out-here" | "handed-over" = "open";

function tabAccount(): string | undefined {
  if (isOwnerRead) return owner;
  isOwnerRead = true;
  try {
    owner = sessionStorage.getItem(TAB_KEY) ?? undefined;
  } catch {
    // Storage is not allowed: the tab knows its account until it reloads.
  }
  return owner;
}

function rememberTabAccount(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(TAB_KEY);
    else sessionStorage.setItem(TAB_KEY, id);
  } catch {
    // Storage is not allowed.
  }
}

/** Claims the tab for the account if it has none. @returns whether it belongs to the account */
export function claimTab(id: string): boolean {
  const known = tabAccount();
  if (state === "handed-over" || (known !== undefined && known !== id)) return false;
  if (known === undefined || state !== "open") rememberTabAccount(id);
  owner = id;
  state = "open";
  return true;
}

/** The user signed out in this tab: nothing of theirs is left on the screen. */
export function releaseTab(): void {
  state = "signed-out-here";
  rememberTabAccount(null);
}

export const isTabReleased = (): boolean => state === "signed-out-here";

/** Assigns the tab to another account from the next page load on. Until then its pages get no more
 *  data. */
export function markTabSwitched(id: string): void {
  state = "handed-over";
  rememberTabAccount(id);
}

export const isTabSwitched = (): boolean => state === "handed-over";

/** The account for which this tab stores typed text, or "" for a visitor. Undefined if another
 *  account is signed in on this browser. */
export function typingAccount(): string | undefined {
  const tab = isTabReleased() ? undefined : tabAccount();
  const stored = storedAccount()?.id;
  return tab !== undefined && stored !== undefined && stored !== tab
    ? undefined
    : (tab ?? stored ?? "");
}
