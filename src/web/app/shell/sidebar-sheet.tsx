// The sidebar on a phone: the same links in a sheet of 18 rem. Loaded when opened.
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { SidebarLinks, type SidebarLinksProps } from "./sidebar-links.tsx";

export interface SidebarSheetProps extends SidebarLinksProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function SidebarSheet({ open, onOpenChange, ...links }: SidebarSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu" side="left">
      <div className="-mx-2">
        <SidebarLinks {...links} onFollow={() => onOpenChange(false)} />
      </div>
    </Sheet>
  );
}
