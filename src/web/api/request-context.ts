// What the server tells the pages about one request: set by whoever mounts the build, read by loaders and by entry.server.tsx,
// which exports these keys with the build (the server imports no source of the pages).
import { createContext as createReactContext } from "react";
import { createContext, useRouteLoaderData } from "react-router";
import type { Contacts } from "../../domain/message/support.ts";

/** The nonce of inline scripts; empty or undefined in development, where there is no policy. */
export const nonceContext = createContext<string | undefined>("");

/** The names of the stand-ins that this instance uses, as its banner says them; empty on a live instance. */
export const standInsContext = createContext<readonly string[]>([]);

/** How people reach the operator. */
export const contactsContext = createContext<Contacts>();

/** What draws maps on this instance. */
export interface MapSettings {
  /** Google's maps, with the key that the function google-maps-api hands out. */
  google: boolean;
  /** A MapLibre style elsewhere; null for the islands that ship with the product. */
  styleUrl: string | null;
}

export const mapContext = createContext<MapSettings>();

/** The nonce again, for the document's own inline script; entry.server.tsx sets it, the browser has no need of it. */
export const NonceContext = createReactContext<string | undefined>(undefined);

/** What the root loader hands to every page. */
export interface RootData {
  standIns: readonly string[];
  /** PUBLIC_URL, for addresses that must be whole. */
  origin: string;
  contacts: Contacts;
  maps: MapSettings;
}

/** Undefined where the root itself failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>("root");
