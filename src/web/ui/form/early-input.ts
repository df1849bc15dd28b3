// What was typed or chosen before hydration. React leaves it in the field, but reports no change.

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isCheckable = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
const isText = (field: Element): field is TextField =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && field.type !== "file" && !isCheckable(field));

/** The text of a field, if it is not the one that the server rendered. */
export const readEarlyText = (field: Element): string | undefined =>
  isText(field) && field.value !== field.defaultValue ? field.value : undefined;

/** Reports the fields that were changed before hydration, or restored by the browser, as if it
 *  happened now. Call it before anything renders again, which would overwrite them. */
export function reportEarlyInput(): void {
  const reports = [...document.querySelectorAll("input, textarea, select")].flatMap(
    (field) => changeReport(field) ?? [],
  );
  // After the commit, where React renders each change before the next one.
  queueMicrotask(() => {
    for (const report of reports) report();
  });
}

/** @returns a function that reports the field's change; undefined if there is none */
function changeReport(field: Element): (() => void) | undefined {
  const text = readEarlyText(field);
  if (text !== undefined) return textReport(field as TextField, text);
  if (isCheckable(field)) {
    const { checked } = field;
    if (checked === field.defaultChecked || (field.type === "radio" && !checked)) return undefined;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  if (!(field instanceof HTMLSelectElement)) return undefined;
  const { value, options, selectedOptions } = field;
  const isRendered = [...options].some((option) => option.defaultSelected);
  if (!isRendered || selectedOptions[0]?.defaultSelected !== false) return undefined;
  return () => {
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
}

/** Types a text into the field again. The caret stays where it was. */
function textReport(field: TextField, text: string): () => void {
  const { selectionStart, selectionEnd } = field;
  return () => {
    // React ignores a value that equals the last one set through its own setter, on the field.
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    // Fields without a caret, such as a date, have no selection.
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
}
