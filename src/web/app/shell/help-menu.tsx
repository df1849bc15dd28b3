// Help on every signed-in page: the emergency line to call, support and the FAQ. Loaded with the
// account menu.
import { Link } from "react-router";
import { compactPhone } from "../../../domain/person/phone.ts";
import { useRootData } from "../../api/request-context.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../ui/overlay/dropdown-menu.tsx";

const LOOKS = {
  /** In a header. */
  icon: "grid size-11 place-items-center rounded-full hover:bg-surface-2 focus-visible:rounded-full",
  /** In the sidebar, like its other items. */
  side: "side-item",
} as const;

export default function HelpMenu({ look }: { look: keyof typeof LOOKS }) {
  const phone = useRootData()?.contacts.emergencyPhone.text;
  return (
    <DropdownMenu
      label="Help"
      trigger={
        <button type="button" className={LOOKS[look]}>
          <Icon name="life-buoy" className="flex-none" />
          <span className={look === "side" ? "side-label" : "sr-only"}>Help</span>
        </button>
      }
    >
      {phone && (
        <>
          <MenuItem>
            <a href={`tel:${compactPhone(phone)}`}>
              <Icon name="phone" className="text-destructive-text" />
              <span>
                Emergency line
                <span className="block text-sm text-muted-foreground">{phone}</span>
              </span>
            </a>
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem>
        <Link to={paths.emergencyLine()}>
          <Icon name="message-circle" />
          Contact support
        </Link>
      </MenuItem>
      <MenuItem>
        <Link to={paths.faq()}>
          <Icon name="book-open-check" />
          Questions and answers
        </Link>
      </MenuItem>
    </DropdownMenu>
  );
}
