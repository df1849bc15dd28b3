// Chooses the card provider of this instance.
import type { PaymentProvider } from "./provider.ts";
import { openSandbox, type SandboxEdges } from "./sandbox.ts";
import { openStripe } from "./stripe.ts";

/** Stripe if it is configured, else the sandbox. */
export const openPayments = (edges: SandboxEdges): PaymentProvider =>
  edges.config.stripe ? openStripe(edges.config.stripe) : openSandbox(edges);
