// The tables of conversations and support cases (0025_messaging.sql, 0029_support_cases.sql,
// 0031_case_search.sql).
import type { Generated, GeneratedAlways } from "kysely";
import type { ConversationKind, ConversationSide } from "../../../domain/message/message.ts";
import type { CaseOrigin, CaseState, SupportCategory } from "../../../domain/message/support.ts";

export interface ConversationsTable {
  id: Generated<string>;
  kind: ConversationKind;
  /** The renter or enquirer; null when the contact form was used without an account. */
  renter_id: string | null;
  /** null when the admins answer (support). */
  host_id: string | null;
  car_id: string | null;
  booking_id: string | null;
  created_at: string;
  last_seq: Generated<number>;
  last_message_at: string | null;
  renter_read_seq: Generated<number>;
  /** How far the host, or the admins together, have read. */
  host_read_seq: Generated<number>;
}
export interface MessagesTable {
  id: string;
  conversation_id: string;
  seq: number;
  /** null when the contact form was used without an account. */
  sender_id: string | null;
  side: ConversationSide;
  /** Whether it belongs to a support conversation, which admins can search. */
  is_support: boolean;
  body: string;
  /** null when nothing is masked. */
  masked_body: string | null;
  created_at: string;
}
/** The support conversations that contain messages; `id` is the conversation's. */
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
