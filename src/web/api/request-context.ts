// The contexts that the server sets for each request; loaders and entry.server.tsx read them.
// contract/page-contexts.ts describes the values; entry.server.tsx exports the keys.
import { createContext as createReactContext } from "react";
import { createContext, useRouteLoaderData } from "react-router";
import type { PageContexts, PageMapSettings } from "../../contract/page-contexts.ts";
import type { Contacts } from "../../domain/message/support.ts";

export type { PageMapSettings };

type Contexts = PageContexts;

export const nonceContext = createContext<Contexts["nonce"]>("");
export const standInsContext = createContext<Contexts["standIns"]>([]);
export const contactsContext = createContext<Contexts["contacts"]>();
export const mapContext = createContext<Contexts["map"]>();

/** The nonce for the document's inline scripts. entry.server.tsx sets it; the browser does
 *  not need it. */
export const NonceContext = createReactContext<string | undefined>(undefined);

/** The root loader's data, which every page can read. */
export interface RootData {
  /** The local substitutes as a list in words; empty if there are none. */
  standIns: string;
  /** PUBLIC_URL, for addresses that must be absolute. */
  origin: string;
  contacts: Contacts;
  maps: PageMapSettings;
}

/** The root loader's data; undefined when the root itself failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData<RootData>("root");
