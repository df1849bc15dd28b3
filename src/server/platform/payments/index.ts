// Chooses the card provider of this instance.
import type { PaymentProvider } from "./provider.ts";
import { openSandbox } from "./sandbox.ts";
import type { SandboxEdges } from "./sandbox-changes.ts";
import { openStripe } from "./stripe.ts";

/** Stripe if it is configured, else the sandbox. */
export const openPayments = (edges: SandboxEdges): PaymentProvider =>
  edges.config.stripe ? openStripe(edges.config.stripe) : openSandbox(edges);
