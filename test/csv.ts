// Reads CSV by RFC 4180, as spreadsheets do.

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;

/** The rows below the heading, keyed by its names. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  let read = 0;
  for (const [cell, quoted, plain = "", end] of text.matchAll(CELL)) {
    read += cell.length;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  if (read !== text.length) throw new Error(`no CSV at ${read}: ${text.slice(read, read + 80)}`);
  const [heading = [], ...lines] = rows.slice(0, -1);
  return lines.map((cells) => Object.fromEntries(heading.map((name, n) => [name, cells[n] ?? ""])));
}
