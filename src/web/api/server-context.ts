// The request contexts that loaders read. entry.server re-exports the keys, so that the server and
// the bundle share them.
import { createContext } from "react-router";

/** Reads from the API in the server's own process, as an anonymous visitor. */
export const apiContext = createContext<(path: string) => Promise<Response>>();

/** Logs an error from rendering a page. */
export const reportErrorContext = createContext<(error: unknown) => void>();

/** A rendered page in three parts: later changes affect only the head, and everything from the
 *  body's first script on. The body between them, most of the page, is neither decoded to a string
 *  nor copied. */
export interface RenderedPage {
  head: string;
  body: Uint8Array;
  scripts: string;
}

/** Receives the rendered page. A Response body would be encoded again, only to be decoded. */
export const pageContext = createContext<(page: RenderedPage) => void>();
