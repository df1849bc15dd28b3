// The tables of what people write to each other (0025_messaging.sql, 0029_support_cases.sql, 0031_case_search.sql).
import type { Generated, GeneratedAlways } from "kysely";
import type { ConversationKind, ConversationSide } from "../../../domain/message/message.ts";
import type { CaseOrigin, CaseState, SupportCategory } from "../../../domain/message/support.ts";

export interface ConversationsTable {
  id: Generated<string>;
  kind: ConversationKind;
  /** Who rents, or asks; null for who wrote in the form without an account. */
  renter_id: string | null;
  /** null where the admins answer. */
  host_id: string | null;
  car_id: string | null;
  booking_id: string | null;
  created_at: string;
  last_seq: Generated<number>;
  last_message_at: string | null;
  renter_read_seq: Generated<number>;
  /** Of the host, or of the admins together. */
  host_read_seq: Generated<number>;
}
export interface MessagesTable {
  id: string;
  conversation_id: string;
  seq: number;
  /** null for who wrote in the form without an account. */
  sender_id: string | null;
  side: ConversationSide;
  /** Of a support conversation: admins search it. */
  is_support: boolean;
  body: string;
  /** null where nothing is hidden. */
  masked_body: string | null;
  created_at: string;
}
/** The support conversations in which something was written; `id` is that of the conversation. */
export interface SupportCasesTable {
  id: string;
  number: GeneratedAlways<number>;
  origin: CaseOrigin;
  name: string;
  email: string;
  category: SupportCategory | null;
  state: CaseState;
  assignee_id: string | null;
  version: Generated<number>;
  mailed_seq: Generated<number>;
  created_at: string;
  written_at: string;
}
