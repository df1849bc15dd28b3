// Who may do what in a conversation. Support is a side of its own, taken by every admin who
// handles cases.
import type { ConversationKind, ConversationSide } from "../message/message.ts";
import { mayAsAdmin } from "./admin.ts";
import { allow, type Reader } from "./policy.ts";

export const CONVERSATION_POLICY = {
  read: allow(["renter", "host", "support"]),
  send: allow(["renter", "host"]),
  // An admin's own case is answered by other admins.
  answer: allow(["support"], { others: "not_found" }),
};

/** What a reader is to a conversation, by the side on which they would sit. */
export const partiesToConversation = (
  { kind, side }: { kind: ConversationKind; side: ConversationSide },
  reader: Reader,
): ConversationSide[] =>
  side !== "support" || (kind === "support" && mayAsAdmin("handle_cases", reader)) ? [side] : [];
