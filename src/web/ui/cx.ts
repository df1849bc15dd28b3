// Joins class names and leaves out false or empty ones.

/** `cx("a", on && "b")` gives "a b" or "a". */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
