// The contexts that the server sets for each request; loaders and entry.server.tsx read them.
// entry.server.tsx re-exports the keys, because the server imports no page source.
import { createContext as createReactContext } from "react";
import { createContext, useRouteLoaderData } from "react-router";
import type { Contacts } from "../../domain/message/support.ts";

/** The nonce for inline scripts. Empty or undefined in development, which has no content
 *  security policy. */
export const nonceContext = createContext<string | undefined>("");

/** The local substitutes that this instance uses, as named in its banner; empty on a live
 *  instance. */
export const standInsContext = createContext<readonly string[]>([]);

/** How users reach the operator. */
export const contactsContext = createContext<Contacts>();

/** The map provider of this instance. */
export interface PageMapSettings {
  /** Whether to use Google Maps, with the key from the google-maps-api function. */
  google: boolean;
  /** The URL of an external MapLibre style; null for the bundled map of the islands. */
  styleUrl: string | null;
}

export const mapContext = createContext<PageMapSettings>();

/** The nonce for the document's own inline script. entry.server.tsx sets it; the browser does
 *  not need it. */
export const NonceContext = createReactContext<string | undefined>(undefined);

/** The root loader's data, which every page can read. */
export interface RootData {
  standIns: readonly string[];
  /** PUBLIC_URL, for addresses that must be absolute. */
  origin: string;
  contacts: Contacts;
  maps: PageMapSettings;
}

/** The root loader's data; undefined when the root itself failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>("root");
