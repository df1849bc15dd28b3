// The access token of this tab's account. Public pages import it too, so auth-js loads on demand.
import { ApiError } from "../api/api.ts";
import { followSession, loadAccount } from "./session.ts";
import { currentSession } from "./session-state.ts";
import { isSessionStored } from "./tab-account.ts";

/** The bearer token for calls as this tab's account, refreshed shortly before it expires; null
 *  when signed out.
 *  @throws ApiError offline; unauthenticated if another account is signed in now */
export async function accessToken(): Promise<string | null> {
  followSession();
  if (!isSessionStored() && !currentSession().user) return null;
  const account = await loadAccount().catch(() => {
    throw new ApiError("offline", 0);
  });
  return account.accessToken();
}
