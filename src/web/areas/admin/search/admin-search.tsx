// The admins' search over everything: a button above each admin page, and the "/" key.
import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";

const SearchDialog = lazy(() => import("./search-dialog.tsx"));

export function AdminSearch() {
  const [requested, setRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const show = (isOpen: boolean) => {
    if (isOpen) setRequested(true);
    setOpen(isOpen);
  };
  useSlashKey(() => show(true));
  return (
    <div className="flex md:-mb-3 md:justify-end print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="/"
        onClick={() => show(true)}
        className="control flex cursor-pointer items-center gap-3 text-left text-muted-foreground md:!w-72"
      >
        <Icon name="search" className="flex-none" />
        Search everything
        <kbd
          aria-hidden="true"
          className="ml-auto rounded-sm border border-border px-2 font-sans text-xs max-md:hidden"
        >
          /
        </kbd>
      </button>
      {requested && (
        <Suspense>
          <SearchDialog open={open} onOpenChange={show} />
        </Suspense>
      )}
    </div>
  );
}

/** Not while the user types, or while a dialog is open. */
function useSlashKey(onPress: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, textarea, select, [role=dialog]"))
        return;
      if (document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      onPress();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
}
