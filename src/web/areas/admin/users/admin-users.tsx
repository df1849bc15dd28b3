// All accounts, with filters, a search and an export. Their roles and states can be changed.
import { useState } from "react";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { ADMIN_ROLE_NAMES } from "../../../../domain/person/roles.ts";
import { formatInstant, formatMonthDayYear, formatPhone } from "../../../../domain/text/format.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import type { ListFilters } from "../../../parts/list/list-view.ts";
import { AdminList, NothingFound } from "../admin-list.tsx";
import { RefineBar } from "../refine-bar.tsx";
import { TIME_SORTS, useRefinedList } from "../refinements.ts";
import type { AdminUserFilter } from "../../../../contract/admin/admin-users.ts";
import { useSession } from "../../../session/session.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { PersonLink } from "../person-link.tsx";
import { SignEveryoneOut } from "./sign-everyone-out.tsx";
import { ManageMenu, manageId } from "./manage-menu.tsx";
import { UserStepDialog } from "./user-step-dialog.tsx";
import { BOOKING_BAN_LABEL, useAdminUsers, type UserStep } from "./use-admin-users.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Users, Admin");

const FILTERS: ListFilters<AdminUserFilter> = [
  { value: "all", label: "All" },
  { value: "hosts", label: "Hosts" },
  { value: "admins", label: "Admins" },
  { value: "suspended", label: "Suspended" },
];

const nameId = (userId: string) => `user-${userId}`;

export default function AdminUsers() {
  const { view, query, toolbar, refine, isRefined, showAll } = useRefinedList(
    FILTERS,
    null,
    paths.adminUsers,
    TIME_SORTS,
  );
  const session = useSession();
  const { user } = session;
  const [asking, setAsking] = useState<{ person: AdminUser; step: UserStep } | null>(null);
  const focus = useFocusAfterwards();
  const list = useAdminUsers(query);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Users</h1>
        <div className="flex flex-wrap gap-3">
          {mayAsAdmin("end_all_sessions", session) && <SignEveryoneOut />}
          <ExportButton route="GET /api/admin/users.csv" call={{ query }} name="users" />
        </div>
      </div>
      <ListToolbar {...toolbar} label="Search users" placeholder="Name, email or phone" />
      <RefineBar {...refine} />
      {/* Menus extend beyond the panel. */}
      <Panel
        flush
        className="!overflow-visible [&_th:first-child]:rounded-tl-lg [&_th:last-child]:rounded-tr-lg"
      >
        <AdminList
          of="users"
          list={list}
          getItems={(page) => page.users}
          empty={
            <NothingFound
              view={view}
              isRefined={isRefined}
              onShowAll={showAll}
              one="user"
              none="No users yet"
            />
          }
          elementId={({ id }) => nameId(id)}
          focus={focus}
        >
          {(users) => (
            <DataTable
              label="Users"
              columns={columns(user?.id, (person, step) => setAsking({ person, step }))}
              rows={users}
              rowKey={({ id }) => id}
            />
          )}
        </AdminList>
      </Panel>
      {asking && (
        <UserStepDialog
          {...asking}
          onClose={() => {
            setAsking(null);
            focus(manageId(asking.person.id));
          }}
        />
      )}
    </>
  );
}

const formatDay = (at: string): string => formatMonthDayYear(todayInNassau(new Date(at)));

const columns = (
  ownId: string | undefined,
  onStep: (person: AdminUser, step: UserStep) => void,
): Column<AdminUser>[] => [
  {
    label: "Person",
    kind: "lead",
    render: ({ id, first_name, last_name, email, phone }) => (
      <div className="min-w-40">
        <p id={nameId(id)} tabIndex={-1} className="font-bold wrap-anywhere">
          <PersonLink id={id} name={`${first_name} ${last_name}`} />{" "}
          {id === ownId && <Badge variant="quiet">You</Badge>}
        </p>
        <p>
          <a
            href={`mailto:${email}`}
            className="inline-block min-h-6 wrap-anywhere hover:underline"
          >
            {email}
          </a>
        </p>
        {phone && <p className="text-muted-foreground">{formatPhone(phone)}</p>}
      </div>
    ),
  },
  {
    label: "Roles",
    render: ({ roles, admin_role }) => (
      <Badges
        badges={roles.map((role) => ({
          label: capitalised(role === "admin" && admin_role ? ADMIN_ROLE_NAMES[admin_role] : role),
          variant: role === "admin" ? "default" : role === "host" ? "secondary" : "quiet",
        }))}
      />
    ),
  },
  {
    label: "Status",
    render: ({ suspended_at, is_email_confirmed, is_booking_banned }) => (
      <Badges
        badges={[
          suspended_at
            ? { label: `Suspended ${formatDay(suspended_at)}`, variant: "destructive" as const }
            : is_email_confirmed
              ? { label: "Active", variant: "palm" as const }
              : { label: "Email not confirmed", variant: "sun" as const },
          ...(is_booking_banned
            ? [{ label: BOOKING_BAN_LABEL, variant: "destructive" as const }]
            : []),
        ]}
      />
    ),
  },
  {
    label: "Joined",
    className: "whitespace-nowrap",
    render: ({ created_at }) => formatDay(created_at),
  },
  {
    label: "Last sign-in",
    render: ({ last_sign_in_at: at }) =>
      at ? <time dateTime={at}>{formatInstant(new Date(at))}</time> : "never",
  },
  {
    label: "Actions",
    kind: "act",
    render: (person) => <ManageMenu person={person} onStep={(step) => onStep(person, step)} />,
  },
];

type UserBadge = {
  label: string;
  variant: "default" | "secondary" | "destructive" | "quiet" | "palm" | "sun";
};

const Badges = ({ badges }: { badges: readonly UserBadge[] }) => (
  <span className="flex flex-wrap justify-end gap-1 @[34rem]:justify-start">
    {badges.map(({ label, variant }) => (
      <Badge key={label} variant={variant}>
        {label}
      </Badge>
    ))}
  </span>
);
