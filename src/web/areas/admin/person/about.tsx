// Who a person is: contact details, roles, since when, and the verification with its history.
import { Link } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { ADMIN_ROLE_NAMES } from "../../../../domain/person/roles.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { formatInstant, formatMonthDayYear, formatPhone } from "../../../../domain/text/format.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.ts";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { Steps } from "../bookings/steps.tsx";
import { None, PageSection } from "../page-section.tsx";
import type { PersonData } from "./sections.tsx";

export const About = (data: PersonData) => (
  <PageSection title="Account">
    <Facts className="grid-cols-1 sm:max-lg:grid-cols-2" facts={listFacts(data)} />
  </PageSection>
);

const day = (instant: string): string => formatMonthDayYear(todayInNassau(new Date(instant)));

function listFacts({
  user,
  date_of_birth,
  phone_verified_at,
  suspension_reason,
}: PersonData): Fact[] {
  const { email, phone, last_sign_in_at: seen } = user;
  return [
    {
      label: user.is_email_confirmed ? "Email" : "Email, not confirmed",
      value: (
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>
      ),
    },
    {
      label: phone && phone_verified_at ? "Phone, confirmed" : "Phone",
      value: phone ? (
        <a href={`tel:${phone}`} className="link">
          {formatPhone(phone)}
        </a>
      ) : (
        "None"
      ),
    },
    {
      label: "Roles",
      value: user.roles
        .map((role) =>
          capitalised(
            role === "admin" && user.admin_role ? ADMIN_ROLE_NAMES[user.admin_role] : role,
          ),
        )
        .join(", "),
    },
    { label: "Date of birth", value: date_of_birth ? formatMonthDayYear(date_of_birth) : "None" },
    { label: "Member since", value: day(user.created_at) },
    { label: "Last sign-in", value: seen ? formatInstant(new Date(seen)) : "Never" },
    ...(user.suspended_at
      ? [
          {
            label: `Suspended ${day(user.suspended_at)}`,
            value: suspension_reason ? `“${suspension_reason}”` : "No reason recorded",
          },
        ]
      : []),
    { label: "ID", value: <span className="text-xs">{user.id}</span> },
  ];
}

export function Verification({ user, verification: { state, history } }: PersonData) {
  const session = useSession();
  return (
    <PageSection title="Verification">
      <p>
        <IdentityBadge state={state} />
      </p>
      {history.length > 0 ? <Steps steps={history} /> : <None>Nothing submitted yet.</None>}
      {history.length > 0 && mayAsAdmin("verify_drivers", session) && (
        <Link
          to={paths.adminVerifications({ person: user.id })}
          className="link justify-self-start text-sm"
        >
          Open the verification
        </Link>
      )}
    </PageSection>
  );
}
