// What the row of a document looks like, for a car's documents and those of the business.
import { lazy, Suspense, useState, type ReactNode } from "react";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { describeFile } from "../../../parts/document/document-files.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

type StoredDocument = Parameters<typeof describeFile>[0] & { created_at: string };

/** "PDF, 1.2 MB, uploaded Jun 10, 2026". */
export const describeUpload = (document: StoredDocument): string =>
  `${describeFile(document)}, uploaded ${formatMonthDayYear(todayInNassau(new Date(document.created_at)))}`;

/** What the button that opens a file says. */
export const openLabel = ({ type }: StoredDocument): string =>
  type === "application/pdf" ? "Download" : "View";

/** Whether the form or the removal of a row is open. `onClose` moves the focus afterwards. */
export function useDocumentRow(onClose: () => void) {
  const [open, setOpen] = useState<"form" | "removal" | null>(null);
  const close = () => {
    setOpen(null);
    onClose();
  };
  return { open, setOpen, close };
}

export interface DocumentLayoutProps {
  row: ReturnType<typeof useDocumentRow>;
  /** The id of the heading. */
  id: string;
  title: string;
  state: { variant: BadgeVariant; text: string };
  /** The stored file; nothing while there is none. */
  details: ReactNode;
  /** Opens the file. */
  fileButton: ReactNode;
  /** What the buttons' accessible names end with: "Replace, business licence". */
  name: string;
  isStored: boolean;
  mayStore: boolean;
  mayRemove: boolean;
  form: ReactNode;
  removal: { text: ReactNode; busy: boolean; confirm: () => void };
}

export function DocumentLayout({ row, removal, ...props }: DocumentLayoutProps) {
  const { id, title, state, details, form } = props;
  return (
    <li className="grid gap-3 border-t border-border pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id={id} tabIndex={-1} className="text-base">
              {title}
            </h3>
            <Badge variant={state.variant}>{state.text}</Badge>
          </div>
          {props.isStored && (
            <p className="flex items-center gap-[.4rem] text-sm wrap-anywhere text-muted-foreground">
              <Icon name="file-text" size={16} className="stroke-[1.75]" />
              <span>{details}</span>
            </p>
          )}
        </div>
        {row.open !== "form" && <Actions {...props} onOpen={row.setOpen} />}
      </div>
      {row.open === "form" && form}
      <Suspense>
        {row.open === "removal" && (
          <ConfirmDialog
            title="Remove document"
            text={<>{removal.text} This action cannot be undone.</>}
            cancelLabel="Keep Document"
            confirmLabel="Remove Document"
            busy={removal.busy}
            onClose={() => row.setOpen(null)}
            onConfirm={removal.confirm}
          />
        )}
      </Suspense>
    </li>
  );
}

type ActionsProps = Pick<
  DocumentLayoutProps,
  "state" | "fileButton" | "name" | "isStored" | "mayStore" | "mayRemove"
> & { onOpen: (what: "form" | "removal") => void };

function Actions({ state, fileButton, name, isStored, mayStore, mayRemove, onOpen }: ActionsProps) {
  const store = isStored ? "Replace" : "Upload";
  return (
    <div className="flex flex-wrap gap-2">
      {isStored && fileButton}
      {mayStore && (
        <Button
          size="small"
          variant={state.variant === "palm" ? "outline" : "secondary"}
          aria-label={`${store}, ${name}`}
          onClick={() => onOpen("form")}
        >
          {store}
        </Button>
      )}
      {isStored && mayRemove && (
        <Button
          size="small"
          variant="ghost-destructive"
          aria-label={`Remove, ${name}`}
          onClick={() => onOpen("removal")}
        >
          Remove
        </Button>
      )}
    </div>
  );
}
