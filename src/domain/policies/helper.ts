// Who decides about a host's helpers. What helpers may do is in the policies of trips, listings and
// conversations, where they are a party of their own.
import { allow } from "./policy.ts";

export const HELPER_POLICY = { manage: allow(["host"]) };
