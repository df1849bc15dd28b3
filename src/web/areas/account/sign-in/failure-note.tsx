// An error that stays on the page after its toast has gone.
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Note } from "../../../ui/note.tsx";

export function FailureNote({ children }: { children: ReactNode }) {
  return (
    <Note variant="conch" icon={<CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} />}>
      {children}
    </Note>
  );
}
