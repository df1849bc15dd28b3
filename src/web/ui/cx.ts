// Joins class names; what is false or empty is left out.

/** `cx("a", on && "b")` gives "a b" or "a". */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
