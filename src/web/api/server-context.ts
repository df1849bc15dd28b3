// What loaders read from. entry.server re-exports the key, so that server and bundle share it.
import { createContext } from "react-router";

/** Reads from the API in the server's own process, as an anonymous visitor. */
export const apiContext = createContext<(path: string) => Promise<Response>>();

/** Logs what went wrong with a page. */
export const faultContext = createContext<(error: unknown) => void>();

/**
 * A page that was rendered, whole when put together. What is changed afterwards, links and scripts, is in its head and from the first script of
 * its body on; what stands between, most of it, is never made a string, and never copied.
 */
export interface RenderedPage {
  head: string;
  body: Uint8Array;
  scripts: string;
}

/** Takes the page: as the body of a Response it would be encoded once more, only to be decoded. */
export const pageContext = createContext<(page: RenderedPage) => void>();
