// The emails, newest first, as links; the URL names the open one.
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/text/format.ts";
import { paths } from "../../../paths.ts";
import type { MailboxMessage } from "./mail-view.tsx";

export interface MailListProps {
  mails: readonly MailboxMessage[];
  openId: string | undefined;
  /** The recipient that the list is filtered by. */
  to: string;
}

export function MailList({ mails, openId, to }: MailListProps) {
  return (
    <ul aria-label="Emails" className="grid content-start">
      {mails.map((mail) => (
        <li key={mail.id} className="border-b border-border last:border-0">
          <Link
            to={paths.mailbox({ to, mail: mail.id })}
            preventScrollReset
            aria-current={mail.id === openId ? "true" : undefined}
            className="grid gap-0.5 px-5 py-3.5 -outline-offset-2 hover:bg-surface-2 aria-[current]:bg-tint-sea aria-[current]:text-tint-sea-foreground [&[aria-current]_span]:text-tint-sea-foreground"
          >
            <b className="line-clamp-2">{mail.subject}</b>
            <span className="truncate text-sm text-muted-foreground">{mail.recipient}</span>
            <span className="text-xs text-muted-foreground">
              {formatInstant(new Date(mail.created_at))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
