// The local substitute for a card provider's checkout page.
import { isRouteErrorResponse, data, useRevalidator } from "react-router";
import { Checkout, type CheckoutForm } from "./checkout-form.tsx";
import { api, isRefused } from "../../../api/api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Route } from "./+types/sandbox-checkout";

export const meta = () => [...pageMeta("Sandbox checkout"), { name: "robots", content: "noindex" }];

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<CheckoutForm> {
  try {
    return await api("GET /api/sandbox/checkout/{session_id}", {
      params: { session_id: params.sessionId },
    });
  } catch (error) {
    throw isRefused(error) ? data(null, { status: 404 }) : error;
  }
}

export default function SandboxCheckoutPage({ loaderData: checkout }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <Checkout checkout={checkout} onChanged={() => void revalidate()} />;
}

export function HydrateFallback() {
  return (
    <>
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
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <EmptyState
      level={1}
      title="Checkout not found"
      text="The link may be incomplete. Go back to the car and book again."
    />
  );
}
