// Calls URLs that users or their browsers supply: on the public internet, never on this machine or
// its network, with limits on time, size and redirects. Each host is resolved once and its
// addresses are checked and pinned, so a DNS name that changes a moment later has no effect.
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { pipeline, type Duplex } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import ipaddr from "ipaddr.js";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { DomainError } from "../../../domain/errors.ts";

export const FETCH_SECONDS = 10;
/** Push services answer within a second. */
const POST_SECONDS = 4;
const MAX_TEXT_BYTES = 2_000_000;
const MAX_REDIRECTS = 3;

/** The validators of a response, for a conditional request. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** null: not modified since the validators were issued. */
export type FetchedText = (Validators & { text: string }) | null;

/**
 * Fetches the text at a URL, without its byte order mark.
 * @throws DomainError feed_url_invalid, feed_address_refused, feed_unreachable, feed_too_slow,
 * feed_too_many_redirects, feed_answer_refused, feed_too_large
 */
export type PublicFetch = (url: string, known?: Validators) => Promise<FetchedText>;

export interface PublicPostRequest {
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Posts to a URL without following redirects, and ignores the body of the response.
 * @returns the status
 * @throws DomainError feed_url_invalid, feed_address_refused, feed_unreachable, feed_too_slow
 */
export type PublicPost = (url: string, request: PublicPostRequest) => Promise<number>;

/** How host names are resolved. Tests pass their own; there is no setting for it. */
export interface Network {
  /** @throws when the name has no address, or `signal` aborts the lookup */
  resolve(host: string, signal: AbortSignal): Promise<LookupAddress[]>;
  /** Hosts whose addresses are not checked. */
  trusted: ReadonlySet<string>;
  /** The time limit of a response, for tests that the usual ones would make flaky. */
  limitMs?: number;
}

/**
 * Resolves names by DNS, at `servers` or those of the machine. The resolver can be cancelled.
 * dns.lookup instead occupies one of a few threads for as long as a stranger's name server is
 * silent, and the card provider's client needs those threads too.
 */
export const internet = (servers?: readonly string[]): Network => ({
  trusted: new Set(),
  async resolve(host, signal) {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: 2000, tries: 2 });
    if (servers) resolver.setServers(servers);
    signal.addEventListener("abort", () => resolver.cancel(), { once: true });
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    // Most names have only IPv4 or only IPv6 addresses.
    if (four.status === "rejected" && six.status === "rejected") throw four.reason;
    const of = (found: PromiseSettledResult<string[]>, family: number): LookupAddress[] =>
      found.status === "fulfilled" ? found.value.map((address) => ({ address, family })) : [];
    return [...of(four, 4), ...of(six, 6)];
  },
});

/**
 * Whether the address belongs to the ranges that the registries assign to the public. An
 * IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  // Only 2000::/3 of IPv6 is assigned. ipaddr.js calls every range without a name "unicast",
  // including ::7f00:1.
  return (
    address.range() === "unicast" &&
    (address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3")))
  );
}

/**
 * Parses a URL that may be fetched.
 * @throws DomainError feed_url_invalid
 */
export function checkUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.href.length > 2000
  )
    throw new DomainError("feed_url_invalid");
  url.hash = "";
  return url;
}

export const openPublicFetch =
  (network: Network = internet()): PublicFetch =>
  (text, known) =>
    withinTime(network, FETCH_SECONDS, (signal) => follow(checkUrl(text), known, network, signal));

export const openPublicPost =
  (network: Network = internet()): PublicPost =>
  (text, { headers, body }) =>
    withinTime(network, POST_SECONDS, async (signal) => {
      const call = { method: "POST", headers: { ...headers, "user-agent": PRODUCT_NAME }, body };
      const response = await ask(checkUrl(text), call, network, signal);
      response.destroy();
      return response.statusCode ?? 0;
    });

/** Aborts the work after the time limit, and names its failures. */
async function withinTime<T>(
  { limitMs }: Network,
  seconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(limitMs ?? seconds * 1000);
  try {
    return await work(signal);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (signal.aborted) throw new DomainError("feed_too_slow", { seconds });
    throw new DomainError("feed_unreachable");
  }
}

async function follow(
  first: URL,
  known: Validators | undefined,
  network: Network,
  signal: AbortSignal,
): Promise<FetchedText> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await ask(url, { headers: calendarHeaders(known) }, network, signal);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) {
      const read = await readText(response);
      return {
        text: read,
        etag: headers.etag ?? null,
        lastModified: headers["last-modified"] ?? null,
      };
    }
    response.destroy();
    if (status === 304 && known) return null;
    if (![301, 302, 303, 307, 308].includes(status) || !headers.location)
      throw new DomainError("feed_answer_refused", { status });
    url = checkUrl(headers.location, url);
  }
  throw new DomainError("feed_too_many_redirects", { limit: MAX_REDIRECTS });
}

const calendarHeaders = (known: Validators | undefined): Record<string, string> => ({
  accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
  "accept-encoding": "gzip, br",
  "user-agent": `${PRODUCT_NAME} calendar import`,
  ...(known?.etag ? { "if-none-match": known.etag } : {}),
  ...(known?.lastModified ? { "if-modified-since": known.lastModified } : {}),
});

async function ask(
  url: URL,
  { body, ...options }: { method?: string; headers: Record<string, string>; body?: Buffer },
  network: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(url.hostname.replace(/^\[|\]$/g, ""), network, signal);
  const pinned: LookupFunction = (_host, { all }, done) => {
    const [one] = addresses;
    if (all) done(null, addresses);
    else done(null, one?.address ?? "", one?.family);
  };
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { ...options, signal, lookup: pinned, agent: false })
      .once("response", resolve)
      .on("error", reject)
      .end(body);
  });
}

/** @throws DomainError feed_address_refused when any of the host's addresses is not public. */
async function checkedAddresses(
  host: string,
  network: Network,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await network.resolve(host, signal);
  if (!network.trusted.has(host) && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new DomainError("feed_address_refused");
  return addresses;
}

const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads the body and decompresses it as a stream, so that no more than the limit is ever in memory.
 */
async function readText(response: IncomingMessage): Promise<string> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const decoder = DECODERS[encoding];
  if (!decoder && encoding !== "identity") throw new DomainError("feed_unreachable");
  const body = decoder ? pipeline(response, decoder(), () => {}) : response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (size > MAX_TEXT_BYTES)
      throw new DomainError("feed_too_large", { limit_bytes: MAX_TEXT_BYTES });
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
