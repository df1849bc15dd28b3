// The fields of a schema as a list: name, type, whether it is required, and notes.
import type { Row } from "./describe.ts";

export function Rows({ rows, label }: { rows: readonly Row[]; label: string }) {
  return (
    <ul aria-label={label} className="grid rounded-md bg-surface-2 py-1 text-sm">
      {rows.map((row, index) => (
        <li
          key={index}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-1.5"
          style={{ paddingInlineStart: `${1 + row.depth * 1.25}rem` }}
        >
          {row.type ? (
            <>
              <code className="font-mono font-bold break-all">{row.name}</code>
              <span className="min-w-0 break-words text-link">{row.type}</span>
              {row.required && <span className="text-xs text-muted-foreground">required</span>}
              {row.notes && <span className="w-full text-muted-foreground">{row.notes}</span>}
            </>
          ) : (
            <span className="text-muted-foreground">{row.name}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
