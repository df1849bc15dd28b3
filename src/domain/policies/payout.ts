// Who may read a payout.
import { allow, isAdmin, type Reader } from "./policy.ts";

export const PAYOUT_POLICY = { read: allow(["host", "admin"]) };

/** What a reader is to a payout; nothing for a stranger. */
export const partiesToPayout = (
  { host_id }: { host_id: string },
  reader: Reader,
): ("host" | "admin")[] => [
  ...(host_id === reader.id ? (["host"] as const) : []),
  ...(isAdmin(reader) ? (["admin"] as const) : []),
];
