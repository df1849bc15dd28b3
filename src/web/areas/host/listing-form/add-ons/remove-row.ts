// Removes a row of a list by the button in it.
import { flushSync } from "react-dom";

/**
 * Removes the row that holds the button. The focus moves to the same button of the next row, else
 * of the previous one, else to the control that adds rows.
 */
export function removeRow(button: HTMLElement, remove: () => void, addId: string): void {
  const row = button.closest("li");
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling];
  const next = neighbours.map((each) => each?.querySelector("button")).find(Boolean);
  flushSync(remove);
  (next ?? document.getElementById(addId))?.focus();
}
