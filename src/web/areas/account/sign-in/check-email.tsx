// The screen shown while an email is on its way.
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { api } from "../../../api/api.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import type { LinkKind } from "./mail-link.ts";
import { ResendButton } from "./resend-button.tsx";
import { Icon } from "../../../ui/icon.tsx";

export interface CheckEmailProps {
  kind: LinkKind;
  email: string;
  next?: string | null;
  children: ReactNode;
  /** Returns to the form, with everything that was typed. */
  onBack: () => void;
}

export function CheckEmail({ kind, email, next = null, children, onBack }: CheckEmailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasMailbox = useMailbox();
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <span className="grid size-13 place-items-center rounded-full bg-tint-sea text-tint-sea-foreground">
        <Icon name="mail-check" size={26} className="stroke-[1.75]" />
      </span>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          Check your email
        </h1>
        <p className="text-muted-foreground">{children}</p>
      </div>
      {hasMailbox && (
        <Note>
          This demo doesn&rsquo;t send real email.{" "}
          <Link
            to={paths.mailbox(kind === "email_change" ? {} : { to: email })}
            className="font-medium underline underline-offset-[.2em]"
          >
            Open the demo mailbox
          </Link>{" "}
          to find the link.
        </Note>
      )}
      <div className="grid gap-3 border-t border-border pt-5">
        <p className="text-sm text-muted-foreground">Don&rsquo;t see it? Check your spam folder.</p>
        <ResendButton kind={kind} email={email} next={next} />
        <Button variant="ghost" className="-ml-[1.15rem] justify-self-start" onClick={onBack}>
          Use another email
        </Button>
      </div>
    </div>
  );
}

/** Whether this instance delivers its emails to /dev/mailbox. */
function useMailbox(): boolean {
  const [hasMailbox, setHasMailbox] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    api("GET /api/instance", {}, { signal: leaving.signal })
      .then((instance) => setHasMailbox(instance.stand_ins.includes("mailbox")))
      .catch(() => {}); // the hint is optional
    return () => leaving.abort();
  }, []);
  return hasMailbox;
}
