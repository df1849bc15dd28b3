// A menu below its button, in the button's place in the page, built on Radix. Import it lazily,
// because it includes the positioning code.
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export interface DropdownMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  /** The menu's accessible name. */
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

/** A menu item: a link as the only child, or a button's text with onSelect. */
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
