// A menu under a button, in the button's own place in the page; behaviour by Radix. Import it lazily: it brings the positioning code along.
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export interface DropdownMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  /** Names the menu for screen readers. */
  label: string;
  children: ReactNode;
}

export function DropdownMenu({ trigger, label, children }: DropdownMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        aria-label={label}
        align="end"
        sideOffset={8}
        collisionPadding={12}
        className="menu z-(--z-overlay) w-60 rounded-lg bg-surface p-[.4rem] text-foreground shadow-float"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** One line of the menu: a link as its only child, or a button's text with onSelect. */
export function MenuItem({ onSelect, children }: { onSelect?: () => void; children: ReactNode }) {
  const look =
    "flex w-full cursor-pointer items-center gap-3 rounded-[.6rem] px-3 py-[.6rem] text-left data-highlighted:bg-surface-2 data-highlighted:outline-none";
  if (onSelect)
    return (
      <Radix.Item onSelect={onSelect} className={look}>
        {children}
      </Radix.Item>
    );
  return (
    <Radix.Item asChild className={look}>
      {children}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-[.35rem] border-t border-border" />;
}
