// The part of the tab's session that every page needs. The session is in local storage, and pages
// are rendered without it. account.ts maintains it.
import {
  createContext,
  createElement,
  use,
  useEffect,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import {
  currentSession,
  LOADING,
  onSessionChange,
  publishSession,
  SIGNED_OUT,
  type Session,
} from "./session-state.ts";
import { isSessionStored, SESSION_KEY } from "./tab-account.ts";

export const loadAccount = () => import("./account.ts");
let isFollowing = false;

/** Starts the first check and follows what other tabs do. Further calls do nothing.
 *  Browser only. */
export function followSession(): void {
  if (isFollowing) return;
  isFollowing = true;
  compareWithBrowser();
  addEventListener("storage", ({ key }) => {
    if (key === SESSION_KEY || key === null) compareWithBrowser();
  });
  // A suspended tab, or a page restored by Back, has missed events.
  addEventListener("pageshow", compareWithBrowser);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) compareWithBrowser();
  });
}

function compareWithBrowser(): void {
  const { status, user, replacedBy } = currentSession();
  // Loaded in parallel with account.ts, which is going to import it.
  if (isSessionStored()) import("./auth-client.ts").catch(() => undefined);
  if (isSessionStored() || user || replacedBy !== null)
    loadAccount()
      .then((account) => account.compareWithBrowser())
      .catch(() => publishSession(SIGNED_OUT));
  else if (status === "loading") publishSession(SIGNED_OUT);
}

/** Resolves once the first check has finished. For clientLoaders, which run before any
 *  component. */
export function sessionReady(): Promise<Session> {
  followSession();
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

const SessionContext = createContext(false);

/** Wraps every page and starts the first check. */
export function SessionProvider({ children }: { children: ReactNode }) {
  useEffect(followSession, []);
  return createElement(SessionContext, { value: true }, children);
}

/** The session of this tab; loading when rendered on the server. Throws outside the
 *  SessionProvider. */
export function useSession(): Session {
  if (!use(SessionContext)) throw new Error("useSession is used outside the SessionProvider");
  return useSyncExternalStore(onSessionChange, currentSession, () => LOADING);
}
