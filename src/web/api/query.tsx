// The TanStack Query cache for signed-in pages; public pages do not load this file. Each user gets
// a separate cache, so that no user sees another's data.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "./api.ts";
import { useSession } from "../session/session.ts";
import { onSessionChange } from "../session/session-state.ts";

const MAX_RETRIES = 2;
const FRESH_MS = 30_000;

/** A missing response or a server error may be temporary. A 4xx would be the same on a retry. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const openClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
        // Being offline is an error that the page shows and the user can retry, not an endless
        // wait.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });

let current: { userId: string | undefined; client: QueryClient } | undefined;

function forgetOthers(userId: string | undefined): void {
  if (!current || current.userId === userId) return;
  // Retries would continue without a cache. Queries made before the user is known are still awaited
  // by pages, so they are not cancelled.
  if (current.userId) void current.client.cancelQueries();
  current.client.clear();
  current = undefined;
}

// Also needed when no signed-in page is shown any more.
onSessionChange(({ user }) => forgetOthers(user?.id));

function clientFor(userId: string | undefined): QueryClient {
  forgetOthers(userId);
  current ??= { userId, client: openClient() };
  return current.client;
}

/** Provides the query client to pages that read signed-in data. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return <QueryClientProvider client={clientFor(user?.id)}>{children}</QueryClientProvider>;
}
