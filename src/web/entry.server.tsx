// Renders a page to complete HTML: the server caches pages and hashes their scripts, so they are
// never streamed. The keys of the request's context are exported with the build, for the server
// that mounts it.
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContext,
  type RouterContextProvider,
} from "react-router";
import type { PageContexts, RenderedPage } from "../contract/page-contexts.ts";
import {
  contactsContext,
  mapContext,
  NonceContext,
  nonceContext,
  standInsContext,
} from "./api/request-context.ts";
import { apiContext, pageContext, reportErrorContext } from "./api/server-context.ts";
import { arrangePage } from "./patches/page-order.ts";

export const contexts = {
  api: apiContext,
  nonce: nonceContext,
  standIns: standInsContext,
  contacts: contactsContext,
  map: mapContext,
  reportError: reportErrorContext,
  page: pageContext,
} satisfies { [K in keyof PageContexts]: RouterContext<PageContexts[K]> };

const RENDER_TIMEOUT_MS = 5_000;

/** Rejects when the page cannot be rendered at all. An error inside a boundary gives status 500
 *  with the boundary's page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  let failed = false;
  const html = await new Promise<Buffer>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
      </NonceContext>,
      {
        ...(nonce && { nonce }),
        // Puts completed parts in place, instead of moving them there by scripts.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timer);
          pipe(gather(resolve));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          failed = true;
          context.get(reportErrorContext)(error);
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
  headers.set("content-type", "text/html; charset=utf-8");
  context.get(pageContext)(arrangePage(divide(html), nonce));
  return new Response(null, { status: failed ? 500 : status, headers });
}

/** @param done receives everything that was written */
function gather(done: (all: Buffer) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks));
      next();
    },
  });
}

/** Splits the page at its head and first script. "<" is escaped in text and attributes, so only
 *  real elements match. */
function divide(html: Buffer): RenderedPage {
  const headEnd = html.indexOf("</head>");
  const firstScript = html.indexOf("<script", headEnd);
  const scriptsBegin = firstScript < 0 ? html.length : firstScript;
  return {
    head: html.toString("utf8", 0, headEnd),
    body: html.subarray(headEnd, scriptsBegin),
    scripts: html.toString("utf8", scriptsBegin),
  };
}

/** Logs what a loader threw. React Router would print it, with the address; an unknown address
 *  is not an error. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted && !(isRouteErrorResponse(error) && error.status < 500))
    context.get(reportErrorContext)(error);
};
