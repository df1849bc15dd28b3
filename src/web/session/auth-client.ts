// The unmodified auth-js against our own /auth/v1. A chunk of its own (24.7 kB): imported by session/session.ts when it is needed.
import { AuthClient, type GoTrueClient } from "@supabase/auth-js";
import { SESSION_KEY } from "./tab-account.ts";

/**
 * One for each tab; see authClient() in session.ts. It keeps the session fresh. It takes none from
 * the URL: whoever made the link would choose who is signed in here.
 */
export function createAuthClient(): GoTrueClient {
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
  });
}
