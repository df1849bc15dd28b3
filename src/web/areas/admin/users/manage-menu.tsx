// The menu of actions on a person.
import { Link } from "react-router";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../ui/overlay/dropdown-menu.tsx";
import type { UserStep } from "./use-admin-users.ts";
import { Icon } from "../../../ui/icon.tsx";

/** The id of the menu button, which gets the focus back from the dialogs. */
export const manageId = (userId: string): string => `manage-${userId}`;

export interface ManageMenuProps {
  person: AdminUser;
  onStep: (step: UserStep) => void;
}

export function ManageMenu({ person, onStep }: ManageMenuProps) {
  const isHost = person.roles.includes("host");
  const isAdmin = person.roles.includes("admin");
  const name = `${person.first_name} ${person.last_name}`;
  return (
    <DropdownMenu
      label={`Manage ${name}`}
      trigger={
        <Button
          id={manageId(person.id)}
          variant="outline"
          size="small"
          aria-label={`Manage, ${name}`}
        >
          Manage
          <Icon name="chevron-down" size={16} />
        </Button>
      }
    >
      <MenuItem onSelect={() => onStep({ kind: "role", role: "host", granted: !isHost })}>
        {isHost ? "Remove host role" : "Make a host"}
      </MenuItem>
      <MenuItem onSelect={() => onStep({ kind: "role", role: "admin", granted: !isAdmin })}>
        {isAdmin ? "Remove admin role" : "Make an admin"}
      </MenuItem>
      <MenuItem onSelect={() => onStep({ kind: person.suspended_at ? "lift" : "suspend" })}>
        {person.suspended_at ? "Lift suspension" : "Suspend"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem>
        <Link to={paths.adminBookings({ search: person.email })}>Bookings</Link>
      </MenuItem>
      <MenuItem>
        <Link to={paths.adminListings({ search: person.email })}>Listings</Link>
      </MenuItem>
      <MenuItem>
        <Link to={paths.adminAudit({ about: person.id })}>Audit log</Link>
      </MenuItem>
    </DropdownMenu>
  );
}
