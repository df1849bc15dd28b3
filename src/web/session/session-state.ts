// The session as this tab's pages see it, and who is told
// when it changes. session/session.ts decides what it is.
import type { User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import type { Profile } from "../../contract/people/accounts.ts";
import type { Role } from "../../domain/person/roles.ts";

export interface Session {
  /**
   * loading until the first check has finished, and while
   * the profile of somebody who has just signed in loads.
   */
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
  /**
   * The email of another account that was signed in on this
   * browser while the tab belonged to somebody else.
   */
  replacedBy: string | null;
  hasRole: (role: Role) => boolean;
}

export function makeSession(values: Partial<Session> & Pick<Session, "status">): Session {
  const roles = values.roles ?? [];
  return {
    user: null,
    profile: null,
    profileFailed: false,
    recovering: false,
    replacedBy: null,
    ...values,
    roles,
    isAdmin: roles.includes("admin"),
    mayHost: roles.includes("host") || roles.includes("admin"),
    hasRole: (role) => roles.includes(role),
  };
}

export const LOADING = makeSession({ status: "loading" });
export const SIGNED_OUT = makeSession({ status: "signed-out" });

let current = LOADING;
let clearings = 0;
const listeners = new Set<(session: Session) => void>();

export const currentSession = (): Session => current;

export function publish(next: Session): void {
  current = next;
  // Read by the header's styles while the status is loading (styles/layout.css).
  if (next.user) document.documentElement.dataset["session"] = "stored";
  else delete document.documentElement.dataset["session"];
  for (const listener of listeners) listener(next);
}

/** Calls the listener whenever the session changes. @returns what ends that */
export function onSessionChange(listener: (session: Session) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Takes everything that was typed and opened off the screen, with the next publish(). */
export function clearScreen(): void {
  clearings += 1;
}

/** The key of what is on the screen: React drops the state of what had another one. */
export const useScreenKey = (): number =>
  useSyncExternalStore(
    onSessionChange,
    () => clearings,
    () => 0,
  );
