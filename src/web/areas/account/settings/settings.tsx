// The account settings: their sections, and scrolling to the section that the URL names.
import type { ReactNode } from "react";
import { useScrollToSection } from "../../../ui/focus/scroll-to-section.ts";
import type { SettingsSection } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";
import { SectionLinks } from "../../../ui/section-links.tsx";
import { DataSection } from "./data-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PasskeysSection } from "../../../parts/second-factor/passkeys-section.tsx";
import { TwoStepSection } from "../../../parts/second-factor/two-step-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { ThemeSection } from "./theme-section.tsx";
import { useAuthUser } from "./use-auth-user.ts";
import { NotificationChoices } from "./notification-choices.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import { useSecondFactors } from "../../../parts/second-factor/use-second-factors.ts";
import { useApi } from "../../../api/use-api.ts";

export const meta = () => pageMeta("Settings");

export default function SettingsPage() {
  const { user } = useSession();
  return (
    user && (
      <Settings key={user.id} email={user.email ?? ""} notifications={<NotificationChoices />} />
    )
  );
}

interface Section {
  id: SettingsSection;
  title: string;
  text?: string;
  body: ReactNode;
}

export interface SettingsProps {
  email: string;
  /** The complete email notification section; its heading has the id "notifications". */
  notifications: ReactNode;
}

const sectionsBefore = (email: string): Section[] => [
  {
    id: "email",
    title: "Email",
    text: "Used for sign-in and booking emails.",
    body: <EmailSection email={email} />,
  },
  {
    id: "password",
    title: "Password",
    text: "Changing it signs you out on other devices.",
    body: <PasswordSection email={email} />,
  },
  {
    id: "passkeys",
    title: "Passkeys",
    text: "Sign in with your fingerprint, face or screen lock.",
    body: <PasskeysSection />,
  },
  {
    id: "two-step",
    title: "Two-step verification",
    text: "Asks for a code from your phone after your password.",
    body: <TwoStepSection />,
  },
  {
    id: "sessions",
    title: "Where you're signed in",
    text: "Don't recognise a device? Sign it out and change your password.",
    body: <SessionsSection />,
  },
  {
    id: "theme",
    title: "Theme",
    body: <ThemeSection />,
  },
];

const SECTIONS_AFTER: Section[] = [
  {
    id: "data",
    title: "Your data",
    body: <DataSection />,
  },
  {
    id: "delete",
    title: "Delete your account",
    text: "Immediate and permanent.",
    body: <DeleteSection />,
  },
];

function Settings({ email, notifications }: SettingsProps) {
  useScrollToSection(
    [useAuthUser(), useApi("GET /api/sessions", {}), useSecondFactors()].some(
      (query) => query.isLoading,
    ),
  );
  const before = sectionsBefore(email);
  return (
    <>
      <h1 className="text-2xl">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[12rem_minmax(0,44rem)] lg:gap-12">
        <SectionLinks
          sections={[...before, { id: "notifications", title: "Notifications" }, ...SECTIONS_AFTER]}
        />
        <div className="grid min-w-0 gap-6 md:gap-8">
          {before.map((section) => (
            <SectionPanel key={section.id} {...section} />
          ))}
          {notifications}
          {SECTIONS_AFTER.map((section) => (
            <SectionPanel key={section.id} {...section} />
          ))}
        </div>
      </div>
    </>
  );
}

const SectionPanel = ({ id, title, text, body }: Section) => (
  <Panel as="section" aria-labelledby={id} className="grid gap-5">
    <div>
      <h2
        id={id}
        tabIndex={-1}
        className="scroll-mt-[calc(var(--header)+1rem)] text-xl md:scroll-mt-8"
      >
        {title}
      </h2>
      {text && <p className="text-sm text-muted-foreground">{text}</p>}
    </div>
    {body}
  </Panel>
);
