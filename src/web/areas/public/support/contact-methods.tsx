// The operator's contact channels, from the settings; live chat is a conversation in the inbox. The
// emergency line comes first, for people who are stuck on the road.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { compactPhone } from "../../../../domain/person/phone.ts";
import type { Contact, Contacts } from "../../../../domain/message/support.ts";
import { useOwnInbox } from "../../../parts/conversation/own-inbox.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";

export interface ContactMethodsProps {
  contacts: Contacts;
}

export default function ContactMethods({
  contacts: { email, phone, emergencyPhone },
}: ContactMethodsProps) {
  const inbox = useOwnInbox();
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <ContactMethod
        id="emergency"
        urgent
        icon={<Icon name="triangle-exclamation-point" size={28} />}
        title="Emergency line"
        text="Accident or breakdown? If you're in danger, call 919 or 911 first."
        contact={emergencyPhone}
      >
        <Button asChild className="w-full">
          <a href={`tel:${compactPhone(emergencyPhone.text)}`}>
            <Icon name="phone" />
            Call {emergencyPhone.text}
          </a>
        </Button>
      </ContactMethod>
      <ContactMethod
        icon={<Icon name="phone" size={28} />}
        title="Phone"
        text={CLAIMS.roundTheClock.says}
        contact={phone}
      >
        <PhoneLink phone={phone.text} />
      </ContactMethod>
      <ContactMethod
        icon={<Icon name="mail" size={28} />}
        title="Email"
        text={CLAIMS.supportAnswer.says}
        contact={email}
      >
        <a href={`mailto:${email.text}`} className="link wrap-anywhere">
          {email.text}
        </a>
      </ContactMethod>
      <ContactMethod
        icon={<Icon name="message-circle" size={28} />}
        title="Chat"
        text="Sign in to chat."
      >
        <Button asChild variant="secondary" size="small">
          <Link to={inbox({ with: "support" })}>Live Chat</Link>
        </Button>
        <Link to={paths.supportForm()} className="link text-sm">
          Use the form
        </Link>
      </ContactMethod>
    </ul>
  );
}

interface ContactMethodProps {
  id?: string;
  icon: ReactNode;
  title: string;
  text: string;
  contact?: Contact;
  urgent?: boolean;
  children: ReactNode;
}

function ContactMethod({
  id,
  icon,
  title,
  text,
  contact,
  urgent = false,
  children,
}: ContactMethodProps) {
  return (
    <li
      id={id}
      className={cx(
        "grid scroll-mt-48 content-start justify-items-start gap-1 rounded-lg p-6",
        urgent ? "bg-tint-conch text-tint-conch-foreground" : "bg-surface shadow-panel",
      )}
    >
      <span className={cx("mb-3", !urgent && "text-link")}>{icon}</span>
      <h2 className="text-lg">{title}</h2>
      <p className={cx("mb-3 text-sm", !urgent && "text-muted-foreground")}>{text}</p>
      <div className="mt-auto flex w-full flex-wrap items-center gap-2">
        {children}
        {contact?.isExample && <Badge variant="sun">Example</Badge>}
      </div>
    </li>
  );
}

const PhoneLink = ({ phone }: { phone: string }) => (
  <a
    href={`tel:${compactPhone(phone)}`}
    className="font-medium whitespace-nowrap underline underline-offset-4 hover:no-underline"
  >
    {phone}
  </a>
);
