// Who may do what in a conversation. Support is a side of its own, taken by every admin who
// handles cases. A helper with the right to write messages about the car is on the host's side.
import type { ConversationKind, ConversationSide } from "../message/message.ts";
import { mayAsAdmin } from "./admin.ts";
import { allow, type Reader } from "./policy.ts";

export const CONVERSATION_POLICY = {
  read: allow(["renter", "host", "helper", "support"]),
  send: allow(["renter", "host", "helper"]),
  write_templates: allow(["host"]),
  use_templates: allow(["host", "helper"], { others: "not_found" }),
  // An admin's own case is answered by other admins.
  answer: allow(["support"], { others: "not_found" }),
};

/** What a reader is to a conversation, by the side on which they would sit. */
export function partiesToConversation(
  {
    kind,
    side,
    is_helper: isHelper,
  }: { kind: ConversationKind; side: ConversationSide; is_helper: boolean },
  reader: Reader,
): (ConversationSide | "helper")[] {
  if (isHelper) return ["helper"];
  return side !== "support" || (kind === "support" && mayAsAdmin("handle_cases", reader))
    ? [side]
    : [];
}
