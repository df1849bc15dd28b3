// Tabs with the kit's pill look; behaviour by Radix (arrow keys, roving focus).
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface TabsProps {
  /** Names the list for screen readers. */
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode }[];
  value: string;
  onValueChange: (value: string) => void;
  /** The tabs share the whole width. */
  full?: boolean;
  /** Puts the row of tabs beside something else. */
  renderList?: (list: ReactNode) => ReactNode;
  className?: string;
}

/** Controlled: the caller keeps the chosen tab, best in the URL. */
export function Tabs({ label, tabs, value, onValueChange, full, renderList, className }: TabsProps) {
  const list = (
    <Radix.List
      aria-label={label}
      className={cx("gap-0.5 rounded-md bg-surface-2 p-1", full ? "flex" : "inline-flex justify-self-start")}
    >
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          className={cx(
            "inline-flex min-h-9 items-center justify-center gap-[.45rem] rounded-[.55rem] px-[.95rem] py-1 text-sm font-medium whitespace-nowrap text-muted-foreground hover:text-foreground data-[state=active]:bg-surface data-[state=active]:text-foreground data-[state=active]:shadow-panel",
            full && "flex-1",
          )}
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={cx("grid content-start gap-6", className)}>
      {renderList ? renderList(list) : list}
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
