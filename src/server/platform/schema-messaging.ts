// The tables of what people write to each other (0025_messaging.sql).
import type { Generated } from "kysely";
import type { ConversationKind, ConversationSide } from "../../domain/message.ts";

export interface ConversationsTable {
  id: Generated<string>;
  kind: ConversationKind;
  /** Who rents, or asks. */
  renter_id: string;
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
  sender_id: string;
  side: ConversationSide;
  body: string;
  /** null where nothing is hidden. */
  masked_body: string | null;
  created_at: string;
}
