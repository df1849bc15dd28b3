// A dialog: centred on a wide screen, rising from the bottom on a phone. Import it lazily, because
// it includes Radix.
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { useReturnFocus } from "../focus/return-focus.ts";
import { TitleRow } from "./title-row.tsx";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shows a close button beside the title. It stays in view while the dialog scrolls. */
  hasCloseButton?: boolean;
  /** Announced when the dialog opens. */
  description?: ReactNode;
  /** The buttons, cancel first; on a phone they are stacked with the last one on top. */
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** Traps and returns the focus. Escape and a press outside close it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  hasCloseButton = false,
  description,
  actions,
  className,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-(--z-overlay) grid place-items-end bg-overlay md:place-items-center md:p-4">
          <Radix.Content
            className={cx(
              "dialog grid max-h-[92dvh] w-full gap-4 overflow-auto rounded-t-xl bg-surface p-6 text-foreground shadow-float md:w-[min(30rem,100%)] md:rounded-xl",
              className,
            )}
            {...returnFocus}
            {...(!description && { "aria-describedby": undefined })}
          >
            {hasCloseButton ? (
              <TitleRow
                title={title}
                className="sticky -top-6 z-1 -mx-6 -mt-6 bg-surface px-6 pt-5 pb-2"
              />
            ) : (
              <Radix.Title className="text-xl">{title}</Radix.Title>
            )}
            {description && <Radix.Description>{description}</Radix.Description>}
            {children}
            {actions && (
              <div className="flex flex-col-reverse gap-3 md:flex-row md:flex-wrap md:justify-end">
                {actions}
              </div>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
