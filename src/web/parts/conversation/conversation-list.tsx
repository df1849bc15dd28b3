// A user's conversations, newest first, with the last message and the unread count.
import { Link } from "react-router";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { Conversation } from "../../../contract/people/messaging.ts";
import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/cx.ts";
import { formatWhen } from "./message-times.ts";
import { OtherPerson } from "./other-side.tsx";
import { otherName, conversationSubject } from "./conversation-text.ts";

export interface ConversationListProps {
  conversations: readonly Conversation[];
  openId: string | null;
  toPath: (id: string) => string;
  today: CalendarDate;
}

export const conversationElement = (id: string) => `conversation-${id}`;

export const ConversationList = ({
  conversations,
  openId,
  toPath,
  today,
}: ConversationListProps) => (
  <ul aria-label="Conversations" className="grid">
    {conversations.map((conversation) => {
      const { id, other, last_message: last, unread } = conversation;
      return (
        <li key={id} className="min-w-0">
          <Link
            id={conversationElement(id)}
            to={toPath(id)}
            aria-current={id === openId || undefined}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-3 -outline-offset-2 hover:bg-surface-2 aria-[current]:bg-tint-sea"
          >
            <OtherPerson other={other} />
            <span className="min-w-0">
              <span className={cx("block truncate", unread > 0 ? "font-bold" : "font-medium")}>
                {otherName(conversation)}
              </span>
              <span className="block truncate text-sm text-muted-foreground">
                {conversationSubject(conversation)}
              </span>
              {last && (
                <span
                  className={cx(
                    "block truncate text-sm",
                    unread > 0 ? "font-bold" : "text-muted-foreground",
                  )}
                >
                  {last.mine && "You: "}
                  {last.body}
                </span>
              )}
            </span>
            <span className="grid content-start justify-items-end gap-1 text-xs text-muted-foreground">
              {last && formatWhen(last.created_at, today)}
              {unread > 0 && (
                <Badge variant="sun">
                  {unread}
                  <span className="sr-only"> unread</span>
                </Badge>
              )}
            </span>
          </Link>
        </li>
      );
    })}
  </ul>
);
