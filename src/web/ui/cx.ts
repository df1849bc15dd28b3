// Joins class names and leaves out false or empty ones.

/** `cx("a", on && "b")` gives "a b" or "a". */
export function cx(...names: (string | false | null | undefined)[]): string {
  // Called hundreds of times for a page, so without arrays.
  let all = "";
  for (const name of names) if (name) all += all ? ` ${name}` : name;
  return all;
}
