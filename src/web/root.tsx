// The document around every page: head, session, toasts and the error boundary.
import { lazy, Suspense, use, useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { PRODUCT_NAME } from "../domain/brand.ts";
import { formatList } from "../domain/text/format.ts";
import type { Route } from "./+types/root";
import displayFont from "./assets/fonts/familjen-grotesk-latin-wght-normal.woff2?url";
import textFont from "./assets/fonts/figtree-latin-wght-normal.woff2?url";
import { AccountChange } from "./app/shell/account-change.tsx";
import { ErrorPage } from "./app/error-page.tsx";
import { PublicLayout } from "./app/shell/public-layout.tsx";
import { focusMain, keepsFocus } from "./ui/focus/focus-main.ts";
import {
  contactsContext,
  mapContext,
  NonceContext,
  standInsContext,
  type RootData,
} from "./api/request-context.ts";
import { HYDRATED, NOT_LOADED_ID } from "./app/start.ts";
import { reportEarlyInput } from "./ui/form/early-input.ts";
import { SESSION_KEY } from "./session/tab-account.ts";
import { SessionProvider } from "./session/session.ts";
import "./styles/app.css";
import { BARS, THEME_KEY } from "./ui/theme.ts";
import { EarlyPresses } from "./ui/early-press.tsx";
import { NavigateContext } from "./ui/plain-link.tsx";
import { Toaster } from "./ui/overlay/toaster.tsx";

/** Placed after the stylesheet, which React Router puts first. */
export const links: Route.LinksFunction = () => [
  ...[textFont, displayFont].map((href) => ({
    rel: "preload",
    href,
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/mark.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export const meta: Route.MetaFunction = () => [{ title: PRODUCT_NAME }];

/** Data about the instance: its substitutes for the banner, its origin, the operator's contacts
 *  and the map provider. */
export function loader({ context, request }: Route.LoaderArgs): RootData {
  return {
    standIns: formatList(context.get(standInsContext)),
    origin: new URL(request.url).origin,
    contacts: context.get(contactsContext),
    maps: context.get(mapContext),
  };
}

// None of it changes while the instance runs.
export const shouldRevalidate = () => false;

// Runs before the first paint and marks on the root element whether this browser stores a session,
// the chosen theme and the sidebar's state. The rendered page itself is anonymous; the matching
// styles are in styles/layout.css and styles/tokens.css.
const BEFORE_FIRST_PAINT = import.meta.env.SSR
  ? `try{var d=document.documentElement.dataset;if(localStorage.getItem(${JSON.stringify(SESSION_KEY)}))d.session="stored";var m=/sidebar_state=(collapsed|expanded)/.exec(document.cookie);if(m)d.sidebar=m[1];var t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(/^(light|dark)$/.test(t))d.theme=t}catch{}`
  : "";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Links />
        <Meta />
        <script
          nonce={use(NonceContext)}
          suppressHydrationWarning
          // oxlint-disable-next-line react/no-danger -- our own constant
          dangerouslySetInnerHTML={{ __html: BEFORE_FIRST_PAINT }}
        />
        <meta name="theme-color" content={BARS.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={BARS.dark} media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        <SessionProvider>
          <AccountChange>{children}</AccountChange>
        </SessionProvider>
        <Toaster />
        <NavigationStatus />
        <p
          id={NOT_LOADED_ID}
          role="alert"
          hidden
          suppressHydrationWarning
          className="fixed inset-x-3 bottom-3 z-(--z-toast) mx-auto max-w-[36rem] rounded-md bg-tint-sun px-4 py-3 text-sm text-tint-sun-foreground shadow-float"
        >
          This page didn&rsquo;t fully load; some buttons may not work yet. Check your connection
          and reload.
        </p>
        <EarlyPresses />
        <Hydrated />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <NavigateContext value={useNavigate()}>
      <Outlet />
    </NavigateContext>
  );
}

/** The last path shown in the browser. Outside the component, because the document is created
 *  again when a page fails. */
let lastShown: string | undefined;

/** A progress bar while the next page loads. Afterwards it moves the focus and announces the
 *  title, which screen readers would not notice otherwise. */
function NavigationStatus() {
  const navigating = useNavigation().state !== "idle";
  const { pathname, hash, state } = useLocation();
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (lastShown !== undefined && lastShown !== pathname) {
      setTitle(document.title);
      const isAtSection = hash !== "" && document.activeElement?.id === hash.slice(1);
      if (!keepsFocus(state) && !isAtSection) focusMain();
    }
    lastShown = pathname;
  }, [pathname, hash, state]);
  return (
    <>
      {navigating && <div aria-hidden="true" className="navigation-bar" />}
      <p role="status" className="sr-only">
        {navigating ? "Loading" : title}
      </p>
    </>
  );
}

/** Marks the page as hydrated, for styles and tests, and reports what was typed before. */
function Hydrated() {
  // Before anything renders again, which would overwrite what was typed.
  useLayoutEffect(reportEarlyInput, []);
  useEffect(() => document.documentElement.setAttribute(HYDRATED, ""), []);
  return null;
}

/** Loaded on demand, unlike the error page: loading may be what failed. */
const NotFoundPage = lazy(() =>
  import("./app/not-found-page.tsx").catch(() => ({ default: ErrorPage })),
);

/** The page for an unknown path or a failure. The error is logged, never shown. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <PublicLayout>
      {notFound ? (
        <Suspense>
          <NotFoundPage />
        </Suspense>
      ) : (
        <ErrorPage />
      )}
    </PublicLayout>
  );
}
