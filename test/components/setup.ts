// Runs around each component test: a fixed date, an API without endpoints, and a signed-in person.
import { afterEach, beforeEach, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import "../../src/web/styles/app.css";
import { clearStoredTexts } from "../../src/web/forms/stored-text.ts";
import { signInBy } from "../../src/web/session/auth-call.ts";
import { currentSession } from "../../src/web/session/session-state.ts";
import { STORED_TRIPS_KEY } from "../../src/web/session/stored-trips.ts";
import { dismissAllToasts } from "../../src/web/ui/overlay/toast.ts";
import { me } from "./examples.ts";
import {
  respondToSignIn,
  expectNothingUnexpected,
  forgetSent,
  installFakeApi,
} from "./fake-api.ts";

/** 8 AM in Nassau. Only the date stands still; timers run. */
const NOW = "2026-06-01T12:00:00Z";

beforeEach(async () => {
  vi.setSystemTime(NOW);
  installFakeApi();
  respondToSignIn(me);
  if (currentSession().status !== "signed-in") await signIn();
  forgetSent();
});

afterEach(async () => {
  await cleanup();
  dismissAllToasts();
  clearStoredTexts();
  localStorage.removeItem(STORED_TRIPS_KEY); // The files share one browser's storage.
  vi.unstubAllGlobals();
  expectNothingUnexpected();
});

/** Signs in as the sign-in page does. */
async function signIn(): Promise<void> {
  await signInBy((auth) => auth.signInWithPassword({ email: me.email, password: "conch-salad-7" }));
  await vi.waitUntil(() => currentSession().status === "signed-in", { timeout: 60_000 });
}
