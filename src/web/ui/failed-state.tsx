// Stands where something failed to load: what happened, what was kept, and the way to try again.
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

export interface FailedStateProps {
  title: string;
  text: string;
  busy: boolean;
  onRetry: () => void;
}

export function FailedState({ title, text, busy, onRetry }: FailedStateProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      actions={
        <Button busy={busy} busyLabel="Trying again..." onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
