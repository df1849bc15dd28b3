// The sidebar on a phone: the same links, and one to the search, in a sheet. Loaded when opened.
import { paths } from "../../paths.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import type { SidebarItem } from "./navigation.ts";
import { SidebarLinks, type SidebarProps } from "./sidebar-links.tsx";

/** On a wide screen the logo and the pages themselves lead there. */
const SEARCH: SidebarItem = { to: paths.browse(), label: "Browse", icon: "search" };

export interface SidebarSheetProps extends SidebarProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function SidebarSheet(props: SidebarSheetProps) {
  const { label, items, others, open, onOpenChange } = props;
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu" side="right">
      <div className="-mx-2">
        <SidebarLinks
          label={label}
          items={[...items, SEARCH, ...others]}
          onFollow={() => onOpenChange(false)}
        />
      </div>
    </Sheet>
  );
}
