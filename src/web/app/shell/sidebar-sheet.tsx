// The sidebar on a phone: the same links in a sheet of 18 rem. Loaded when opened.
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { SidebarLinks, type SidebarProps } from "./sidebar-links.tsx";

export interface SidebarSheetProps extends SidebarProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function SidebarSheet(props: SidebarSheetProps) {
  const { label, items, others, open, onOpenChange } = props;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu" side="left">
      <div className="-mx-2">
        <SidebarLinks
          label={label}
          items={[...items, ...others]}
          onFollow={() => onOpenChange(false)}
        />
      </div>
    </Sheet>
  );
}
