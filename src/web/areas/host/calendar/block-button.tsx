// The button at the top of a calendar that opens the block dialog.
import { Lock } from "lucide-react";
import { Button } from "../../../ui/button.tsx";

export function BlockButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className="max-sm:w-full" onClick={onClick}>
      <Lock aria-hidden="true" size={18} strokeWidth={2} />
      Block dates
    </Button>
  );
}
