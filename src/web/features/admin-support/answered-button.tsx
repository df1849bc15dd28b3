// Marks a message as answered, or takes the mark back.
import type { SupportMessage } from "../../../contract/support.ts";
import { Button } from "../../ui/button.tsx";
import { useAnswered } from "./use-admin-support.ts";

export interface AnsweredButtonProps {
  message: SupportMessage;
  /** Several stand in a list: the name of the sender tells them apart. */
  listed?: boolean;
  onSettled?: () => void;
}

export function AnsweredButton({ message: { id, name, answered_at }, listed = false, onSettled }: AnsweredButtonProps) {
  const marking = useAnswered(id, onSettled);
  const label = answered_at ? "Open Again" : "Mark Answered";
  return (
    <Button
      variant={answered_at ? "outline" : "secondary"}
      size="small"
      busy={marking.isPending}
      busyLabel="One moment..."
      {...(listed && { "aria-label": `${label}, ${name}` })}
      onClick={() => marking.mutate(!answered_at)}
    >
      {label}
    </Button>
  );
}
