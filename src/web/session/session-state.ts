// The session as the pages of this tab see it, with its subscribers. session/account.ts decides its
// content.
import type { User } from "@supabase/auth-js";
import { useSyncExternalStore } from "react";
import type { Profile } from "../../contract/people/accounts.ts";
import type { AdminStep } from "../../domain/person/sign-in/second-factor.ts";
import type { AdminRole, Role } from "../../domain/person/roles.ts";

export interface Session {
  /** loading: until the first check has finished, and while the profile loads after signing in. */
  status: "loading" | "signed-out" | "signed-in";
  user: User | null;
  /** Null if the signed-in user's profile is missing or failed to load. */
  profile: Profile | null;
  /** The profile failed to load, but may exist. */
  profileFailed: boolean;
  /** No server has answered for this session: the profile is the stored one, or has failed. */
  isUnreached: boolean;
  roles: readonly Role[];
  /** Whether the admin area is open to the user. */
  isAdmin: boolean;
  /** What opens the admin area to an admin. */
  adminStep: AdminStep | undefined;
  /** What kind of admin an admin is. */
  adminRole: AdminRole | undefined;
  /** True for admins, too. */
  mayHost: boolean;
  /** The user came through a password reset link and should choose a new password. */
  recovering: boolean;
  /** The email of another account that signed in on this browser while this tab belonged to
   *  someone else. */
  replacedBy: string | null;
  hasRole: (role: Role) => boolean;
}

export function makeSession(values: Partial<Session> & Pick<Session, "status">): Session {
  const roles = values.roles ?? [];
  return {
    user: null,
    profile: null,
    profileFailed: false,
    isUnreached: false,
    recovering: false,
    replacedBy: null,
    ...values,
    roles,
    isAdmin: roles.includes("admin") && !values.profile?.admin_step,
    adminStep: values.profile?.admin_step ?? undefined,
    adminRole: values.profile?.admin_role ?? undefined,
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

export function publishSession(next: Session): void {
  current = next;
  // The header's styles read this while the status is loading (styles/layout.css).
  if (next.user) document.documentElement.dataset["session"] = "stored";
  else delete document.documentElement.dataset["session"];
  for (const listener of listeners) listener(next);
}

/** Calls the listener whenever the session changes. @returns a function that unsubscribes */
export function onSessionChange(listener: (session: Session) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Removes everything typed and opened from the screen, with the next publish(). */
export function clearScreen(): void {
  clearings += 1;
}

/** The key of the screen: when it changes, React drops the previous state. */
export const useScreenKey = (): number =>
  useSyncExternalStore(
    onSessionChange,
    () => clearings,
    () => 0,
  );
