// CSV as RFC 4180 has it, with a heading. A cell that a spreadsheet would take for a formula begins with an apostrophe.
import { stringify } from "csv-stringify/sync";

export type Cell = string | number | boolean | null;
/** What a list consists of: headings, and what stands under each. */
export type Columns<T> = Record<string, (row: T) => Cell>;

const write = (records: Cell[][]): string =>
  stringify(records, { record_delimiter: "windows", escape_formulas: true, cast: { boolean: String } });

/** The lines of some rows. */
export const csvLines = <T>(columns: Columns<T>, rows: readonly T[]): string =>
  rows.length > 0 ? write(rows.map((row) => Object.values(columns).map((cell) => cell(row)))) : "";

export const csvHeading = <T>(columns: Columns<T>): string => write([Object.keys(columns)]);
