// An error that stays on the page after its toast has gone.
import type { ReactNode } from "react";
import { Note } from "../../../ui/note.tsx";
import { Icon } from "../../../ui/icon.tsx";

export function FailureNote({ children }: { children: ReactNode }) {
  return (
    <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
      {children}
    </Note>
  );
}
