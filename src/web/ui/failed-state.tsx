// Shown when something failed to load: what happened, what was saved, and a retry button.
import { Button } from "./button.tsx";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";

export interface FailedStateProps extends Pick<EmptyStateProps, "title" | "level"> {
  text: string;
  busy: boolean;
  onRetry: () => void;
}

export function FailedState({ text, busy, onRetry, ...heading }: FailedStateProps) {
  return (
    <EmptyState
      {...heading}
      text={text}
      actions={
        <Button busy={busy} busyLabel="Trying again..." onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
