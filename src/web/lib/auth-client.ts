// The unmodified auth-js against our own /auth/v1. A chunk of its own (24.7 kB): imported by lib/session.ts when it is needed.
import { AuthClient, type GoTrueClient } from "@supabase/auth-js";
import { SESSION_KEY } from "./session.ts";

/** One for each tab; see authClient() in session.ts. It keeps the session fresh and reads one from the URL by itself. */
export function createAuthClient(): GoTrueClient {
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
}
