// Chooses the card provider of this instance.
import type { PaymentProvider } from "./provider.ts";
import { openSandbox, type SandboxEdges } from "./sandbox.ts";

export const openPayments = (edges: SandboxEdges): PaymentProvider => openSandbox(edges);
