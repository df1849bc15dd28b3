// The unmodified auth-js against our own /auth/v1. A separate chunk (24.7 kB) that
// session/account.ts imports when it is needed.
import { AuthClient, type GoTrueClient } from "@supabase/auth-js";
import { SESSION_KEY } from "./tab-account.ts";

/** Creates the tab's only client; see authClient() in account.ts. It refreshes the session, but
 *  accepts none from the URL: otherwise the author of a link could choose who is signed in. */
export function createAuthClient(): GoTrueClient {
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
  });
}
