// The button that removes a row of a list.
import { flushSync } from "react-dom";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";

interface RemoveRowProps {
  name: string;
  /** The id of the control that adds rows. */
  addId: string;
  onRemove: () => void;
}

export const RemoveRow = ({ name, addId, onRemove }: RemoveRowProps) => (
  <Button
    variant="ghost"
    size="small"
    className="min-h-11 min-w-11 px-0"
    aria-label={`Remove ${name}`}
    onClick={({ currentTarget }) => removeRow(currentTarget, onRemove, addId)}
  >
    <Icon name="trash" size={18} />
  </Button>
);

/**
 * Moves the focus to the same button of the next row, else of the previous one, else to the control
 * that adds rows.
 */
function removeRow(button: HTMLElement, remove: () => void, addId: string): void {
  const row = button.closest("li");
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling];
  const next = neighbours.map((each) => each?.querySelector("button")).find(Boolean);
  flushSync(remove);
  (next ?? document.getElementById(addId))?.focus();
}
