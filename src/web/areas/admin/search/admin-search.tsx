// The admins' search over everything: a button above each admin page, and the "/" key.
import { lazy, Suspense, useEffect, useState } from "react";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";

const SearchDialog = lazy(() => import("./search-dialog.tsx"));

export function AdminSearch() {
  const [requested, setRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const show = (isOpen: boolean) => {
    if (isOpen) setRequested(true);
    setOpen(isOpen);
  };
  const [hasKey, setHasKey] = useSlashSetting();
  useSlashKey(hasKey, () => show(true));
  return (
    <div className="flex md:-mb-3 md:justify-end print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts={hasKey ? "/" : undefined}
        onClick={() => show(true)}
        className="control flex cursor-pointer items-center gap-3 text-left text-muted-foreground md:!w-72"
      >
        <Icon name="search" className="flex-none" />
        Search everything
        <kbd
          aria-hidden="true"
          className={cx(
            "ml-auto rounded-sm border border-border px-2 font-sans text-xs max-md:hidden",
            !hasKey && "hidden",
          )}
        >
          /
        </kbd>
      </button>
      {requested && (
        <Suspense>
          <SearchDialog open={open} onOpenChange={show} hasKey={hasKey} onHasKey={setHasKey} />
        </Suspense>
      )}
    </div>
  );
}

const STORED = "caydrive.admin-slash-key";

function readSetting(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true; // Storage is not allowed.
  }
}

/** Whether "/" opens the search, in this browser. Who dictates can turn it off (WCAG 2.1.4). */
function useSlashSetting() {
  const [hasKey, setHasKey] = useState(readSetting);
  const choose = (on: boolean) => {
    setHasKey(on);
    try {
      localStorage.setItem(STORED, on ? "on" : "off");
    } catch {
      // Storage is not allowed: the choice lasts as long as the page.
    }
  };
  return [hasKey, choose] as const;
}

/** Not while the user types, or while a dialog is open. */
function useSlashKey(isOn: boolean, onPress: () => void) {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (
        target instanceof Element &&
        target.closest("input, textarea, select, [contenteditable], [role=dialog]")
      )
        return;
      if (document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      onPress();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
}
