// A panel that slides in from an edge: menus and filters on small screens. Import it lazily,
// because it includes Radix.
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { useReturnFocus } from "../focus/return-focus.ts";
import { TitleRow } from "./title-row.tsx";

const SIDES = {
  bottom:
    "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl px-5 pt-[.6rem] pb-[calc(1.25rem+env(safe-area-inset-bottom))]",
  right: "inset-y-0 right-0 w-[18rem] max-w-[88vw] p-5",
} as const;

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  side?: keyof typeof SIDES;
  children: ReactNode;
}

/** Traps and returns the focus. Escape and a press outside close it, but Escape first closes what a
 *  field in it has open, which `data-escape` marks. */
export function Sheet({ open, onOpenChange, title, side = "bottom", children }: SheetProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-(--z-overlay) bg-overlay" />
        <Radix.Content
          {...returnFocus}
          data-side={side}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            const { target } = event;
            if (target instanceof Element && target.closest("[data-escape]"))
              event.preventDefault();
          }}
          className={cx(
            "sheet fixed z-(--z-overlay) grid content-start gap-4 overflow-auto bg-surface text-foreground shadow-float",
            SIDES[side],
          )}
        >
          {side === "bottom" && (
            <span aria-hidden="true" className="mx-auto h-1 w-10 rounded-full bg-input" />
          )}
          <TitleRow title={title} />
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
