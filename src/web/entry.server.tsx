// Renders a page to whole HTML: a page is cached and sealed with hashes by the server, so it is never streamed. The keys of the
// request's context are exported with the build for whoever mounts it.
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { NonceContext, nonceContext } from "./api/request-context.ts";
import { faultContext, pageContext, type RenderedPage } from "./api/server-context.ts";
import { withSleepScript } from "./api/sleep.ts";

export { contactsContext, mapContext, nonceContext, standInsContext } from "./api/request-context.ts";
export { apiContext, faultContext, pageContext } from "./api/server-context.ts";

const RENDER_TIMEOUT_MS = 5_000;

/** Rejects when the page can't be rendered at all; an error inside a boundary gives 500 with the boundary's page. */
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
        // Completed parts stand where they belong instead of being moved there by scripts.
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
          context.get(faultContext)(error);
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
  headers.set("content-type", "text/html; charset=utf-8");
  const page = arrangeHead(divide(html));
  context.get(pageContext)(withSleepScript(page, nonce, sleeps(routerContext)));
  return new Response(null, { status: failed ? 500 : status, headers });
}

/** @param done is handed all that was written */
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

/** In text and attributes "<" is escaped, so only real elements match. */
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

/** What a loader threw. React Router would print it, with the address; one that leads nowhere is no fault. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (!request.signal.aborted && !(isRouteErrorResponse(error) && error.status < 500)) context.get(faultContext)(error);
};

/** Whether the page says of itself, as its `handle`, that it reads and works before its JavaScript is there. */
function sleeps({ staticHandlerContext, routeModules }: EntryContext): boolean {
  const route = staticHandlerContext.matches.at(-1)?.route.id;
  const handle = route === undefined ? undefined : routeModules[route]?.handle;
  return (handle as { sleeps?: boolean } | undefined)?.sleeps ?? false;
}

/**
 * The head in the order that paints soonest: the stylesheet first, fonts, then module preloads at low priority, since the page is
 * readable without them. React puts hoisted links first and React Router has no setting for either.
 */
function arrangeHead({ head, ...page }: RenderedPage): RenderedPage {
  const styles = head.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? [];
  const rest = styles.reduce((remaining, style) => remaining.replace(style, ""), head);
  return {
    head: rest
      .replace("<head>", () => `<head>${styles.join("")}`)
      .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
    ...page,
  };
}
