// CSV by RFC 4180, with a heading. A text that a spreadsheet
// would run as a formula begins with an apostrophe.
import { stringify } from "csv-stringify/sync";
import { centsToNumeric } from "../../domain/money/money.ts";

/**
 * Money in a cell. It comes out as a plain number of
 * dollars, "-223.00", so that a spreadsheet can add it up.
 */
export interface Amount {
  cents: number;
}
export type Cell = string | number | boolean | Amount | null;
/** What a list consists of: headings, and what stands under each. */
export type Columns<T> = Record<string, (row: T) => Cell>;

const write = (records: Cell[][]): string =>
  stringify(records, {
    record_delimiter: "windows",
    escape_formulas: true,
    cast: {
      boolean: String,
      object: (amount) => ({ value: centsToNumeric((amount as unknown as Amount).cents), escape_formulas: false }),
    },
  });

/** The lines of some rows. */
export const csvLines = <T>(columns: Columns<T>, rows: readonly T[]): string =>
  rows.length > 0 ? write(rows.map((row) => Object.values(columns).map((cell) => cell(row)))) : "";

export const csvHeading = <T>(columns: Columns<T>): string => write([Object.keys(columns)]);
