// What the server passes to the pages that it renders. Server and page build import nothing from
// each other: entry.server.tsx exports a context key for each of these values, and the server
// (platform/pages/render-page.ts) sets the values for each request.
import type { Contacts } from "../domain/message/support.ts";

/** The map provider of an instance. */
export interface PageMapSettings {
  /** Whether to use Google Maps, with the key from the google-maps-api function. */
  google: boolean;
  /** The URL of an external MapLibre style; null for the bundled map of the islands. */
  styleUrl: string | null;
}

/** A rendered page in three parts: later changes affect only the head, and everything from the
 *  body's first script on. The body between them, most of the page, is neither decoded to a string
 *  nor copied. */
export interface RenderedPage {
  head: string;
  body: Uint8Array;
  scripts: string;
}

/** What pages use of the fetch API's Response, which takes longer to create and read. */
export interface ApiResponse {
  ok: boolean;
  status: number;
  json: () => Promise<unknown>;
}

export interface PageContexts {
  /** Reads from the API in the server's own process, as an anonymous visitor. */
  api: (path: string) => Promise<ApiResponse>;
  /** The nonce for inline scripts. Empty or undefined in development, which has no content
   *  security policy. */
  nonce: string | undefined;
  /** The local substitutes that the instance uses, as named in its banner; empty on a live one. */
  standIns: readonly string[];
  /** How users reach the operator. */
  contacts: Contacts;
  map: PageMapSettings;
  /** Logs an error from rendering a page. */
  reportError: (error: unknown) => void;
  /** Receives the rendered page. A Response body would be encoded again, only to be decoded. */
  page: (page: RenderedPage) => void;
}
