// Tabs in pill style, following the ARIA practices: one Tab stop; arrows, Home and End select.
// Written by hand, because Radix's tabs would add 9 kB to the sign-in page.
import { useId, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { useEarlyPress } from "../early-press.tsx";

interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  /** The list's accessible name. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValueChange: (value: string) => void;
  /** The tabs share the full width. */
  full?: boolean;
  /** Places the row of tabs beside something else. */
  renderList?: (list: ReactNode) => ReactNode;
  className?: string;
}

interface TabListProps extends Pick<TabsProps, "label" | "tabs" | "value" | "onValueChange"> {
  /** The prefix of the ids of tabs and panels. */
  id: string;
  full: boolean | undefined;
}

function TabList({ id, label, tabs, value, onValueChange, full }: TabListProps) {
  const choose = (button: HTMLElement, requested: string) => {
    button.focus(); // Safari does not focus a clicked button.
    if (requested !== value) onValueChange(requested);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const to = findTarget(event, index, tabs.length - 1);
    const tab = to === undefined ? undefined : tabs[to];
    const button = to === undefined ? undefined : event.currentTarget.parentElement?.children[to];
    if (!tab || !(button instanceof HTMLElement)) return;
    event.preventDefault();
    choose(button, tab.value);
  };
  return (
    <div
      role="tablist"
      aria-label={label}
      className={cx(
        "gap-0.5 rounded-md bg-surface-2 p-1",
        full ? "flex" : "inline-flex justify-self-start",
      )}
    >
      {tabs.map((tab, index) => (
        <TabButton
          key={tab.value}
          tab={tab}
          id={id}
          isSelected={tab.value === value}
          onChoose={(button) => choose(button, tab.value)}
          onKeyDown={(event) => onKeyDown(event, index)}
          className={cx(full && "flex-1")}
        />
      ))}
    </div>
  );
}

interface TabButtonProps {
  id: string;
  tab: Tab;
  isSelected: boolean;
  onChoose: (button: HTMLElement) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  className: string;
}

const TabButton = ({ id, tab, isSelected, onChoose, onKeyDown, className }: TabButtonProps) => (
  <button
    type="submit"
    {...useEarlyPress(onChoose)}
    role="tab"
    id={`${id}-tab-${tab.value}`}
    aria-selected={isSelected}
    aria-controls={`${id}-panel-${tab.value}`}
    tabIndex={isSelected ? 0 : -1}
    onKeyDown={onKeyDown}
    className={cx(
      "inline-flex min-h-9 items-center justify-center gap-[.45rem] rounded-[.55rem] px-[.95rem] py-1 text-sm font-medium whitespace-nowrap text-muted-foreground hover:text-foreground aria-selected:bg-surface aria-selected:text-foreground aria-selected:shadow-panel",
      className,
    )}
  >
    {tab.label}
  </button>
);

/** The position of the tab that a key selects. */
function findTarget(event: KeyboardEvent, index: number, last: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  return {
    ArrowLeft: index === 0 ? last : index - 1,
    ArrowRight: index === last ? 0 : index + 1,
    Home: 0,
    End: last,
  }[event.key];
}

/** Controlled: the caller holds the selected tab, preferably in the URL. */
export function Tabs({
  label,
  tabs,
  value,
  onValueChange,
  full,
  renderList,
  className,
}: TabsProps) {
  const id = useId();
  const list = <TabList {...{ id, label, tabs, value, onValueChange, full }} />;
  return (
    <div className={cx("grid content-start gap-6", className)}>
      {renderList ? renderList(list) : list}
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          aria-labelledby={`${id}-tab-${tab.value}`}
          tabIndex={0}
          hidden={tab.value !== value}
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </div>
  );
}
