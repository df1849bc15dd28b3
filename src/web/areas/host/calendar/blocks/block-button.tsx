// The button at the top of a calendar that opens the block dialog.
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";

export function BlockButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className="max-sm:w-full" onClick={onClick}>
      <Icon name="lock" size={18} />
      Block dates
    </Button>
  );
}
