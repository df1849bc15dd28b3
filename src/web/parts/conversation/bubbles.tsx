// The messages of a conversation, grouped by day, and those still being sent. Plain text only:
// links are never clickable.
import { Fragment } from "react";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { Message } from "../../../contract/people/messaging.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { toMessageDay, dayTitle, formatMessageTime } from "./message-times.ts";

/** A message being sent. */
export interface Outgoing {
  id: string;
  conversationId: string;
  body: string;
  /** Why sending failed; null while it is being sent. */
  failed: string | null;
}

export interface BubblesProps {
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  /** How far this side had read when the conversation was opened. */
  openedAt: number;
  otherReadSeq: number;
  today: CalendarDate;
  onSendAgain: (message: Outgoing) => void;
  onDrop: (message: Outgoing) => void;
}

export function Bubbles({
  messages,
  outgoing,
  openedAt,
  otherReadSeq,
  today,
  onSendAgain,
  onDrop,
}: BubblesProps) {
  const firstNew = messages.find(({ mine, seq }) => !mine && seq > openedAt);
  const lastMine = messages.findLast(({ mine }) => mine);
  return (
    <ol aria-label="Messages" className="grid gap-2">
      {messages.map((message, index) => {
        const day = toMessageDay(message.created_at);
        const before = messages[index - 1];
        return (
          <Fragment key={message.id}>
            {(!before || toMessageDay(before.created_at) !== day) && (
              <Line>{dayTitle(day, today)}</Line>
            )}
            {message === firstNew && (
              <Line className="bg-tint-sun text-tint-sun-foreground">New</Line>
            )}
            <li
              className={cx(
                "grid max-w-[85%] gap-1 md:max-w-[78%]",
                message.mine && "justify-items-end justify-self-end",
              )}
            >
              <Bubble mine={message.mine} body={message.body} />
              <p className="px-1 text-xs text-muted-foreground">
                {message.author
                  ? `${message.author}, `
                  : message.mine && <span className="sr-only">You, </span>}
                {formatMessageTime(message.created_at)}
                {message.mine && message.has_hidden && " · Contact details are hidden for now"}
                {message === lastMine && message.seq <= otherReadSeq && " · Seen"}
              </p>
            </li>
          </Fragment>
        );
      })}
      {outgoing.map((message) => (
        <OutgoingBubble
          key={message.id}
          message={message}
          onSendAgain={() => onSendAgain(message)}
          onDrop={() => onDrop(message)}
        />
      ))}
    </ol>
  );
}

interface OutgoingBubbleProps {
  message: Outgoing;
  onSendAgain: () => void;
  onDrop: () => void;
}

/** A message that is being sent, or could not be sent. */
function OutgoingBubble({ message, onSendAgain, onDrop }: OutgoingBubbleProps) {
  return (
    <li className="grid max-w-[85%] justify-items-end gap-1 justify-self-end md:max-w-[78%]">
      <Bubble mine body={message.body} faint />
      {message.failed === null ? (
        <p className="px-1 text-xs text-muted-foreground">Sending...</p>
      ) : (
        <div role="alert" className="grid justify-items-end gap-1 text-sm text-destructive-text">
          <p className="px-1">Not sent. {message.failed}</p>
          <div className="flex gap-2">
            <Button variant="ghost" size="small" onClick={onDrop}>
              Discard
            </Button>
            <Button variant="outline" size="small" onClick={onSendAgain}>
              Try again
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

const Bubble = ({
  mine,
  body,
  faint = false,
}: {
  mine: boolean;
  body: string;
  faint?: boolean;
}) => (
  <p
    dir="auto"
    className={cx(
      "w-fit rounded-[1.15rem] px-[.95rem] py-[.6rem] whitespace-pre-wrap wrap-anywhere",
      mine
        ? "rounded-br-[.35rem] bg-(--bubble) text-(--bubble-foreground)"
        : "rounded-bl-[.35rem] bg-surface-2",
      faint && "opacity-70",
    )}
  >
    {body}
  </p>
);

const Line = ({ className, children }: { className?: string; children: React.ReactNode }) => (
  <li
    className={cx(
      "my-1 justify-self-center rounded-full bg-surface-2 px-3 py-1 text-xs text-muted-foreground",
      className,
    )}
  >
    {children}
  </li>
);
