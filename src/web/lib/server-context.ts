// What loaders read from. entry.server re-exports the key, so that server and bundle share it.
import { createContext } from "react-router";

/** Reads from the API in the server's own process, as an anonymous visitor. */
export const apiContext = createContext<(path: string) => Promise<Response>>();

/** Logs what went wrong with a page. */
export const faultContext = createContext<(error: unknown) => void>();
