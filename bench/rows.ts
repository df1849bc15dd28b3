// The rows of the table that the bench prints.

export interface ResultRow {
  what: string;
  target: string;
  measured: string;
  met: boolean;
  /** The figures behind the result. */
  detail: string;
}

export const perSecond = (rate: number): string => Math.round(rate).toLocaleString("en-US");

/** A row for a figure, with the target that it must reach or must not exceed. */
export function row(
  what: string,
  [comparison, target]: [">=" | "<=", number],
  measured: number,
  { detail, digits = 2, unit = "" }: { detail: string; digits?: number; unit?: string },
): ResultRow {
  const show = (value: number): string => value.toFixed(digits) + unit;
  return {
    what,
    target: `${comparison} ${show(target)}`,
    measured: show(measured),
    met: comparison === ">=" ? measured >= target : measured <= target,
    detail,
  };
}

/** The table as lines of text with aligned columns. */
export function table(rows: readonly ResultRow[]): string[] {
  const cells = [
    ["", "target", "measured", "", ""],
    ...rows.map((each) => [
      each.what,
      each.target,
      each.measured,
      each.met ? "met" : "MISSED",
      each.detail,
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  return cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
