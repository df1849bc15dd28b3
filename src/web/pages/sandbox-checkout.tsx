// The stand-in for a card provider's checkout page: its own frame, and a notice on top that no money moves.
import { CreditCard, Lock } from "lucide-react";
import { isRouteErrorResponse, data, useRevalidator } from "react-router";
import type { ReactNode } from "react";
import { LogoLink } from "../features/layout/header.tsx";
import { StandInsBanner } from "../features/layout/stand-ins-banner.tsx";
import { SkipLink } from "../features/layout/skip-link.tsx";
import { Checkout, type SandboxCheckout } from "../features/sandbox-checkout/checkout.tsx";
import { api, isRefused } from "../lib/api.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/sandbox-checkout";

export const meta = () => [...pageMeta("Sandbox checkout"), { name: "robots", content: "noindex" }];

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<SandboxCheckout> {
  try {
    return await api("GET /api/sandbox/checkout/{session_id}", { params: { session_id: params.sessionId } });
  } catch (error) {
    throw isRefused(error) ? data(null, { status: 404 }) : error;
  }
}

export default function SandboxCheckoutPage({ loaderData: checkout }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <Frame>
      <Checkout checkout={checkout} onChanged={() => void revalidate()} />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame>
      <p role="status" className="sr-only">
        Loading the checkout
      </p>
      <div className="grid max-w-[34rem] gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-5 w-80 max-w-full" />
        <Skeleton className="mt-4 h-11 rounded-md" />
        <Skeleton className="h-11 rounded-md" />
        <Skeleton className="h-11 rounded-md" />
        <Skeleton className="h-13 rounded-md" />
      </div>
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <Frame>
      <EmptyState
        level={1}
        title="There is no such checkout"
        text="The link may be cut off. Go back to the car and book again."
      />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <StandInsBanner className="page-wrap max-w-[66rem]!" />
      <div role="region" aria-label="Sandbox notice" className="bg-tint-sun text-tint-sun-foreground">
        <p className="page-wrap flex max-w-[66rem]! items-center gap-2 pb-2 text-sm">
          <CreditCard aria-hidden="true" size={16} strokeWidth={2} className="flex-none" />
          <span>
            <b>Sandbox.</b> No real card is charged here. Use a test card.
          </span>
        </p>
      </div>
      <header className="page-wrap flex h-18 max-w-[66rem]! items-center justify-between">
        <LogoLink />
        <p className="flex items-center gap-[.4rem] text-sm text-muted-foreground">
          <Lock aria-hidden="true" size={16} strokeWidth={2} />
          Card checkout
        </p>
      </header>
      <main id="main" tabIndex={-1} className="page-wrap max-w-[66rem]! pt-4 pb-16 md:pb-20">
        {children}
      </main>
    </>
  );
}
