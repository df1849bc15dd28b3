// Everything about one person: who they are, what they booked and hosted, their money, what they
// wrote, and what admins know and did about them.
import { useState } from "react";
import { Link } from "react-router";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { useApi } from "../../../api/use-api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { fullName } from "../../../parts/person/full-name.ts";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { DriverFlags } from "../../../parts/person/driver-flags.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Notes } from "../notes/notes.tsx";
import { ItemPage } from "../item-page.tsx";
import { ManageMenu, manageId } from "../users/manage-menu.tsx";
import { UserStepDialog } from "../users/user-step-dialog.tsx";
import { BOOKING_BAN_LABEL, type UserStep } from "../users/use-admin-users.ts";
import { About, Verification } from "./about.tsx";
import { Cars, Cases, Events, Trips } from "./lists.tsx";
import { BusinessDocuments, Disputes, Money, Reviews, type PersonData } from "./sections.tsx";
import type { Route } from "./+types/admin-person";

export const meta = () => pageMeta("Person, Admin");

export default function AdminPersonPage({ params: { userId } }: Route.ComponentProps) {
  const query = useApi("GET /api/admin/users/{id}", { params: { id: userId } });
  return (
    <ItemPage
      key={userId}
      query={query}
      what="person"
      missing="They may have deleted their account."
      list={{ to: paths.adminUsers(), label: "Users" }}
    >
      {(data) => <Person {...data} />}
    </ItemPage>
  );
}

function Person(data: PersonData) {
  const { user } = data;
  const session = useSession();
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <Link to={paths.adminUsers()} className="link flex w-fit items-center gap-1 text-sm">
            <Icon name="arrow-left" size={16} />
            Users
          </Link>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-2xl wrap-anywhere">{fullName(user)}</h1>
            {user.suspended_at && <Badge variant="destructive">Suspended</Badge>}
            {user.is_booking_banned && <Badge variant="destructive">{BOOKING_BAN_LABEL}</Badge>}
            <DriverFlags flags={data.flags} of="person" />
          </div>
        </div>
        <Manage person={user} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid gap-6">
          <About {...data} />
          <Verification {...data} />
          <BusinessDocuments {...data} />
          <Notes
            about="account"
            id={user.id}
            hint={`Only admins see it, but ${user.first_name} can request a copy of their data, which includes it.`}
          />
        </div>
        <div className="grid gap-6">
          <Trips userId={user.id} side="renter" />
          <Trips userId={user.id} side="host" />
          <Cars userId={user.id} />
          <Money {...data} />
          <Disputes {...data} />
          {mayAsAdmin("handle_cases", session) && <Cases of={user.id} />}
          <Reviews {...data} />
          <Events userId={user.id} />
        </div>
      </div>
    </>
  );
}

function Manage({ person }: { person: AdminUser }) {
  const [step, setStep] = useState<UserStep | null>(null);
  const focus = useFocusAfterwards();
  return (
    <>
      <ManageMenu person={person} onStep={setStep} />
      {step && (
        <UserStepDialog
          person={person}
          step={step}
          onClose={() => {
            setStep(null);
            focus(manageId(person.id));
          }}
        />
      )}
    </>
  );
}
