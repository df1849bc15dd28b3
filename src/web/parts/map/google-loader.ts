// Loads Google Maps with its places library once per page, with the instance's key. Retries three
// times, with growing delays.
import { api } from "../../api/api.ts";
import type { GoogleMaps } from "./google-types.ts";

/** Specification section 9: three retries with growing delays. */
const PAUSES_MS = [500, 1500, 4500];
const TRY_MS = 10_000;

declare global {
  interface Window {
    google?: { maps?: GoogleMaps };
    /** Callbacks that Google calls by name: the library has loaded, and the key was refused. */
    onGoogleMaps?: () => void;
    gm_authFailure?: () => void;
  }
}

let loading: Promise<GoogleMaps> | undefined;
const maps = new Set<() => void>();

/** Calls `act` when Google refuses the key, which happens only after a map exists.
 *  @returns a function that unsubscribes */
export function onRefused(act: () => void): () => void {
  maps.add(act);
  return () => void maps.delete(act);
}

/** @throws when no attempt succeeded; the next call starts over */
export function loadGoogle(): Promise<GoogleMaps> {
  loading ??= tryAll().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function tryAll(): Promise<GoogleMaps> {
  for (let tries = 0; ; tries++)
    try {
      const { apiKey } = await api("POST /functions/v1/google-maps-api", {});
      if (!apiKey) throw new Error("This instance has no key");
      return await loadScript(apiKey);
    } catch (error) {
      const pause = PAUSES_MS[tries];
      if (pause === undefined) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
}

function loadScript(key: string): Promise<GoogleMaps> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(reason));
    };
    const timer = setTimeout(() => fail("no response"), TRY_MS);
    window.gm_authFailure = () => {
      // oxlint-disable-next-line no-console -- a failing key is logged, never shown (product.md)
      console.warn("Google refused the maps key");
      loading = Promise.reject(new Error("the key was refused"));
      loading.catch(() => {});
      for (const act of maps) act();
    };
    window.onGoogleMaps = () => {
      clearTimeout(timer);
      const library = window.google?.maps;
      if (library) resolve(library);
      else fail("the library is missing");
    };
    const query = new URLSearchParams({
      key,
      libraries: "places",
      loading: "async",
      callback: "onGoogleMaps",
      language: "en",
      region: "BS",
    });
    script.src = `https://maps.googleapis.com/maps/api/js?${query}`;
    script.async = true;
    script.addEventListener("error", () => fail("the script did not load"));
    document.head.append(script);
  });
}
