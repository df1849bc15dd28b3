// The request contexts that loaders read. entry.server re-exports the keys, so that the server and
// the bundle share them.
import { createContext } from "react-router";
import type { PageContexts } from "../../contract/page-contexts.ts";

type Contexts = PageContexts;

export const apiContext = createContext<Contexts["api"]>();
export const reportErrorContext = createContext<Contexts["reportError"]>();
export const pageContext = createContext<Contexts["page"]>();
