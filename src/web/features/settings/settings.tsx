// The settings of an account: its sections, and the way to the one that the address names.
import type { ReactNode } from "react";
import { useSectionOfAddress } from "../../lib/section-of-address.ts";
import type { SettingsSection } from "../../paths.ts";
import { Panel } from "../../ui/panel.tsx";
import { SectionLinks } from "../../ui/section-links.tsx";
import { EmailSection } from "./email-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { SessionsSection, useSessions } from "./sessions-section.tsx";
import { ThemeSection } from "./theme-section.tsx";
import { useAuthUser } from "./use-auth-user.ts";

interface Section {
  id: SettingsSection;
  title: string;
  text: string;
  body: ReactNode;
}

export function Settings({ email }: { email: string }) {
  useSectionOfAddress([useAuthUser(), useSessions()].some((query) => query.isLoading));
  const sections: Section[] = [
    {
      id: "email",
      title: "Email",
      text: "You sign in with it, and everything about your bookings goes there.",
      body: <EmailSection email={email} />,
    },
    {
      id: "password",
      title: "Password",
      text: "A new one signs you out everywhere else, and we mail you that it was changed.",
      body: <PasswordSection email={email} />,
    },
    {
      id: "sessions",
      title: "Where you are signed in",
      text: "Something you do not know? End it, and choose a new password.",
      body: <SessionsSection />,
    },
    { id: "theme", title: "Theme", text: "How the site looks in this browser.", body: <ThemeSection /> },
  ];
  return (
    <>
      <div>
        <h1 className="text-2xl">Settings</h1>
        <p className="text-muted-foreground">How you sign in, where you are signed in, and how the site looks.</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[12rem_minmax(0,44rem)] lg:gap-12">
        <SectionLinks sections={sections} />
        <div className="grid min-w-0 gap-6 md:gap-8">
          {sections.map(({ id, title, text, body }) => (
            <Panel key={id} as="section" aria-labelledby={id} className="grid gap-5">
              <div>
                <h2 id={id} tabIndex={-1} className="scroll-mt-[calc(var(--header)+1rem)] text-xl md:scroll-mt-8">
                  {title}
                </h2>
                <p className="text-sm text-muted-foreground">{text}</p>
              </div>
              {body}
            </Panel>
          ))}
        </div>
      </div>
    </>
  );
}
