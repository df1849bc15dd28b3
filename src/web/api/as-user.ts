// Calls the API as the signed-in user, outside the hooks of api/use-api.ts: in event handlers of
// public pages, for files, and for reads that need more than one call.
import type { Api } from "../../contract/index.ts";
import { accessToken } from "../session/access-token.ts";
import { api, apiStream, isCode, type CallOptions } from "./api.ts";

const userOptions = async (signal: AbortSignal | undefined): Promise<CallOptions> => ({
  token: await accessToken(),
  ...(signal && { signal }),
});

/** Makes the call. If the server requires a recent sign-in, asks for one and repeats the call. */
async function withRecentSignIn<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isCode(error, "reauthentication_required")) throw error;
    const { askToSignInAgain } = await import("../session/recent-sign-in.ts");
    if (!(await askToSignInAgain())) throw error;
    return call();
  }
}

/** @throws ApiError */
export async function apiAsUser<R extends keyof Api>(
  route: R,
  parts: Api[R]["call"],
  signal?: AbortSignal,
): Promise<Api[R]["output"]> {
  return withRecentSignIn(async () => api(route, parts, await userOptions(signal)));
}

/** Like apiAsUser, for responses that are not JSON: returns the raw response. @throws ApiError */
export async function streamAsUser<R extends keyof Api>(
  route: R,
  parts: Api[R]["call"],
  signal?: AbortSignal,
): Promise<Response> {
  return withRecentSignIn(async () => apiStream(route, parts, await userOptions(signal)));
}
