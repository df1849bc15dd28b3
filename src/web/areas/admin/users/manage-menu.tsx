// The menu of actions on a person.
import { Link } from "react-router";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { ADMIN_ROLES, formatAdminRoles } from "../../../../domain/person/roles.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { useSession } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { DropdownMenu, MenuItem, MenuSeparator } from "../../../ui/overlay/dropdown-menu.tsx";
import type { UserStep } from "./use-admin-users.ts";
import { Icon } from "../../../ui/icon.tsx";
import { fullName } from "../../../parts/person/full-name.ts";

/** The id of the menu button, which gets the focus back from the dialogs. */
export const manageId = (userId: string): string => `manage-${userId}`;

export interface ManageMenuProps {
  person: AdminUser;
  onStep: (step: UserStep) => void;
}

/** An admin has one of the three roles, so granting another replaces it. */
function RoleItems({ person: { roles, admin_role: held }, onStep }: ManageMenuProps) {
  const isHost = roles.includes("host");
  return (
    <>
      <MenuItem onSelect={() => onStep({ kind: "role", role: "host", granted: !isHost })}>
        {isHost ? "Remove host role" : "Make a host"}
      </MenuItem>
      {ADMIN_ROLES.filter((role) => role !== held).map((role) => (
        <MenuItem key={role} onSelect={() => onStep({ kind: "role", role, granted: true })}>
          Make {formatAdminRoles([role])}
        </MenuItem>
      ))}
      {held && (
        <MenuItem onSelect={() => onStep({ kind: "role", role: held, granted: false })}>
          Remove admin role
        </MenuItem>
      )}
    </>
  );
}

export function ManageMenu({ person, onStep }: ManageMenuProps) {
  const session = useSession();
  const mayChangeRoles = mayAsAdmin("change_roles", session);
  const maySuspend = person.admin_role ? mayChangeRoles : mayAsAdmin("suspend", session);
  const mayEndSessions = person.admin_role ? mayChangeRoles : mayAsAdmin("end_sessions", session);
  const name = fullName(person);
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
      {mayChangeRoles && <RoleItems person={person} onStep={onStep} />}
      {maySuspend && (
        <MenuItem onSelect={() => onStep({ kind: person.suspended_at ? "lift" : "suspend" })}>
          {person.suspended_at ? "Lift suspension" : "Suspend"}
        </MenuItem>
      )}
      {mayEndSessions && (
        <MenuItem onSelect={() => onStep({ kind: "sign_out" })}>Sign out everywhere</MenuItem>
      )}
      {person.is_booking_banned && mayAsAdmin("suspend", session) && (
        <MenuItem onSelect={() => onStep({ kind: "lift_ban" })}>Allow bookings again</MenuItem>
      )}
      {(mayChangeRoles || maySuspend) && <MenuSeparator />}
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
