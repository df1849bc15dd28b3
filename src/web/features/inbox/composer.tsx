// Where a message is written. What is typed stays in this tab, for each conversation apart, until it is sent.
import { SendHorizontal } from "lucide-react";
import type { KeyboardEvent } from "react";
import { MESSAGE_MAX_LENGTH } from "../../../domain/message.ts";
import { dropKeptText, useKeptText } from "../../lib/kept-text.ts";
import { Button } from "../../ui/button.tsx";
import { Textarea } from "../../ui/controls.tsx";

/** Near the end of what fits, how much is left is said. */
const SAID_FROM = MESSAGE_MAX_LENGTH - 200;

export function Composer({
  conversationId,
  to,
  onSend,
}: {
  conversationId: string;
  to: string;
  onSend: (body: string) => void;
}) {
  const name = `message.${conversationId}`;
  const [text, setText] = useKeptText(name);
  const body = text.trim();
  const over = body.length - MESSAGE_MAX_LENGTH;
  const send = () => {
    if (body === "" || over > 0) return;
    onSend(body);
    setText("");
    dropKeptText(name);
  };
  // On a touch screen Enter breaks the line, as everywhere else there; and never while a word is being composed.
  const onKeyDown = (event: KeyboardEvent) => {
    if (
      event.key !== "Enter" ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      matchMedia("(pointer: coarse)").matches
    )
      return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="grid gap-2 border-t border-border p-3 md:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-2">
        <Textarea
          aria-label={`Message to ${to}`}
          aria-describedby={over > -200 ? "message-length" : undefined}
          aria-invalid={over > 0 || undefined}
          placeholder="Write a message"
          rows={1}
          value={text}
          enterKeyHint="enter"
          className="field-sizing-content max-h-40 min-h-(--control) resize-none"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" size="icon" aria-label="Send" disabled={body === "" || over > 0}>
          <SendHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />
        </Button>
      </div>
      {body.length > SAID_FROM && (
        <p
          id="message-length"
          role="status"
          className={over > 0 ? "text-sm text-destructive-text" : "text-sm text-muted-foreground"}
        >
          {over > 0 ? `${over} characters too long. Shorten it, or send it in two.` : `${-over} characters left.`}
        </p>
      )}
    </form>
  );
}
