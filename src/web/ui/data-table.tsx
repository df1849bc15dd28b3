// A data table that turns into cards where it does not fit (styles/table.css).
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface Column<T> {
  label: string;
  /** lead: the row's subject, the heading of its card. wide: takes the card's full width. act:
   *  the row's buttons. */
  kind?: "lead" | "wide" | "act";
  /** Aligned to the end, for figures. */
  end?: boolean;
  className?: string;
  render: (row: T) => ReactNode;
}

export interface DataTableProps<T> {
  /** The table's accessible name: "Bookings". */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
}

export function DataTable<T>({ label, columns, rows, rowKey }: DataTableProps<T>) {
  const look = ({ kind, end, className }: Column<T>) =>
    cx(kind, (end || kind === "act") && "end", className);
  return (
    <div className="data-table-box">
      <table aria-label={label} className="data-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={cx((column.end || column.kind === "act") && "end")}
              >
                {column.kind === "act" ? (
                  <span className="sr-only">{column.label}</span>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.label} data-label={column.label} className={look(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
