// Writes CSV (RFC 4180) with a heading. Text that a spreadsheet would run as a formula gets a
// leading apostrophe.
import { stringify } from "csv-stringify/sync";
import { centsToNumeric } from "../../domain/money/money.ts";

/**
 * An amount of money in a cell. It is written as a plain number of dollars, "-223.00", so that a
 * spreadsheet can add it up.
 */
export interface Amount {
  cents: number;
}
export type Cell = string | number | boolean | Amount | null;
/** The columns of a list: each heading, and how to read its cell from a row. */
export type Columns<T> = Record<string, (row: T) => Cell>;

const write = (records: Cell[][]): string =>
  stringify(records, {
    record_delimiter: "windows",
    escape_formulas: true,
    cast: {
      boolean: String,
      object: (amount) => ({
        value: centsToNumeric((amount as unknown as Amount).cents),
        escape_formulas: false,
      }),
    },
  });

/** The lines of the rows, without the heading. */
export const csvLines = <T>(columns: Columns<T>, rows: readonly T[]): string =>
  rows.length > 0 ? write(rows.map((row) => Object.values(columns).map((cell) => cell(row)))) : "";

export const csvHeading = <T>(columns: Columns<T>): string => write([Object.keys(columns)]);
