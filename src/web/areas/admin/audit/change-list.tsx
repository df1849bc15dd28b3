// A list of changed fields, each with its old and new value.
import type { AuditChange } from "./audit-text.ts";
import { Icon } from "../../../ui/icon.tsx";

/** Renders nothing without changes. */
export function ChangeList({ changes }: { changes: readonly AuditChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="grid gap-1 text-left text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted-foreground">{field}:</span>{" "}
          {before !== undefined && (
            <>
              <del className="text-muted-foreground">
                <span className="sr-only">was </span>
                {before}
              </del>{" "}
              <Icon name="arrow-right" size={14} className="inline text-muted-foreground" />{" "}
            </>
          )}
          <ins className="no-underline">
            {before !== undefined && <span className="sr-only">is </span>}
            {after}
          </ins>
        </li>
      ))}
    </ul>
  );
}
