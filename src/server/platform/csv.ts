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

/** How many rows a streamed export reads at once. */
export const CSV_PAGE = 1000;

/**
 * A list as CSV, read one page at a time. A million rows then need no memory and keep no
 * transaction open.
 * @param page reads the rows after a position, and returns the position of the next page
 */
export async function* toCsv<T, P>(
  columns: Columns<T>,
  page: (after: P | undefined) => Promise<{ rows: readonly T[]; next: P | undefined }>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  let after: P | undefined;
  do {
    const { rows, next } = await page(after);
    if (rows.length > 0) yield csvLines(columns, rows);
    after = next;
  } while (after !== undefined);
}

/** The position after a page: that of its last row, or undefined if the list has ended. */
export const nextPosition = <R>(rows: readonly R[]): R | undefined =>
  rows.length === CSV_PAGE ? rows.at(-1) : undefined;

export const csvHeading = <T>(columns: Columns<T>): string => write([Object.keys(columns)]);
