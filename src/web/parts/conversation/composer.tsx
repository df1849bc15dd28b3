// The message box. Unsent text stays in this tab, per conversation, until it is sent.
import type { KeyboardEvent, ReactNode } from "react";
import { MESSAGE_MAX_LENGTH } from "../../../domain/message/message.ts";
import { Button } from "../../ui/button.tsx";
import { Textarea } from "../../ui/form/controls.tsx";
import { cx } from "../../ui/cx.ts";
import { clearStoredText, useStoredText } from "../../forms/stored-text.ts";
import { Icon } from "../../ui/icon.tsx";

/** From this length on, the remaining characters are shown. */
const COUNTED_FROM = MESSAGE_MAX_LENGTH - 200;

export interface ComposerProps {
  conversationId: string;
  to: string;
  busy?: boolean;
  /** The button's label in letter mode, in which Enter inserts a line break. */
  letter?: string;
  /** Above the box: what can write a text into it. */
  renderAbove?: ((write: (text: string) => void) => ReactNode) | undefined;
  /** What happens to the message, or why it was not sent. */
  note?: ReactNode;
  /** `clear` empties the box, once the text is stored elsewhere. */
  onSend: (body: string, clear: () => void) => void;
}

/** Enter inserts a line break on touch screens, as is usual there. It never sends during an input
 *  method's composition. */
const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === "Enter" &&
  !event.shiftKey &&
  !event.nativeEvent.isComposing &&
  !matchMedia("(pointer: coarse)").matches;

export function Composer({
  conversationId,
  to,
  busy = false,
  letter,
  renderAbove,
  note,
  onSend,
}: ComposerProps) {
  const name = `message.${conversationId}`;
  const [text, setText] = useStoredText(name);
  const body = text.trim();
  const over = body.length - MESSAGE_MAX_LENGTH;
  const send = () => {
    if (busy || body === "" || over > 0) return;
    onSend(body, () => {
      setText("");
      clearStoredText(name);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (letter !== undefined || !isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  const disabled = body === "" || over > 0;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-border p-3 md:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {renderAbove?.((added) => setText(body === "" ? added : `${body}\n\n${added}`))}
      <div className={cx("flex items-end gap-2", letter !== undefined && "max-sm:grid")}>
        <Textarea
          aria-label={`Message to ${to}`}
          aria-describedby={over > -200 ? "message-length" : undefined}
          aria-invalid={over > 0 || undefined}
          placeholder={letter === undefined ? "Write a message" : "Write a reply"}
          rows={letter === undefined ? 1 : 3}
          value={text}
          readOnly={busy}
          enterKeyHint="enter"
          className="field-sizing-content max-h-40 min-h-(--control) min-w-0 resize-none!"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        {letter === undefined ? (
          <Button type="submit" size="icon" aria-label="Send" busy={busy} disabled={disabled}>
            {!busy && <Icon name="send-horizontal" />}
          </Button>
        ) : (
          <Button type="submit" busy={busy} busyLabel="Sending..." disabled={disabled}>
            {letter}
          </Button>
        )}
      </div>
      {body.length > COUNTED_FROM && <LengthNote over={over} />}
      {note}
    </form>
  );
}

/** `over` is the number of characters above the limit, or negative below it. */
function LengthNote({ over }: { over: number }) {
  return (
    <p
      id="message-length"
      role="status"
      className={over > 0 ? "text-sm text-destructive-text" : "text-sm text-muted-foreground"}
    >
      {over > 0
        ? `${over} characters too long. Shorten it or send it in two parts.`
        : `${-over} characters left.`}
    </p>
  );
}
