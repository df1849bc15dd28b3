// What was typed or chosen before hydration. React leaves it in the field, but reports no change.

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isText = (field: Element): field is TextField =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !isTick(field));
const isTick = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");

/** The text of a field, if it is not the one that the server rendered. */
export const readEarlyText = (field: Element): string | undefined =>
  isText(field) && field.value !== field.defaultValue ? field.value : undefined;

/** Reports the fields that were changed before hydration, or restored by the browser, as if it
 *  happened now. */
export function reportEarlyInput(): void {
  for (const field of document.querySelectorAll("input, textarea, select")) {
    if (isText(field)) {
      const text = readEarlyText(field);
      if (text !== undefined) typeAgain(field, text);
    } else if (isTick(field)) {
      if (field.checked === field.defaultChecked || (field.type === "radio" && !field.checked))
        continue;
      field.checked = field.defaultChecked;
      field.click();
    } else if (field instanceof HTMLSelectElement) {
      if (field.selectedOptions[0]?.defaultSelected === false && hasDefault(field))
        field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}

/** Types a text into the field that already shows it. The caret stays where it is. */
function typeAgain(field: TextField, text: string): void {
  const { selectionStart, selectionEnd } = field;
  // React compares with what was last written by its own setter, which it puts on the field.
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
  // Fields without a caret, such as a date, have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Whether one of its options was rendered as the selected one. */
const hasDefault = ({ options }: HTMLSelectElement): boolean =>
  [...options].some((option) => option.defaultSelected);
