// Where the link at the foot of a mail leads: says which mails it is about, and switches them off, or on again. A plain form, which
// works without a session and without JavaScript; to open the page changes nothing.
import { Link } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { KIND_WORDS } from "../../../../domain/message/notification.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";

export interface UnsubscribeProps {
  token: string;
  /** Undefined for a link that is none of ours. */
  about: Api["GET /api/unsubscribe"]["output"] | undefined;
}

export function Unsubscribe({ token, about }: UnsubscribeProps) {
  return (
    <section aria-labelledby="unsubscribe-title" className="page-wrap grid max-w-[38rem] gap-5 pt-12 pb-24 md:pt-20">
      {about ? <Choice token={token} {...about} /> : <Broken />}
      <p className="border-t border-border pt-5 text-sm text-muted-foreground">
        Signed in, you can{" "}
        <Link to={paths.settings("notifications")} className="link">
          choose which mails you get
        </Link>
        . Cancellations of trips, receipts and mails about your account always come.
      </p>
    </section>
  );
}

function Choice({ token, kind, mailed }: { token: string } & NonNullable<UnsubscribeProps["about"]>) {
  const { name, about } = KIND_WORDS[kind];
  return (
    <>
      <Title>{mailed ? `Stop mails about ${name.toLowerCase()}?` : `Mails about ${name.toLowerCase()} are off`}</Title>
      <p className="text-lg text-muted-foreground">
        {mailed
          ? `You would get no more mails about ${about}. All of it still stands under the bell when you are signed in.`
          : `You get no more mails about ${about}. All of it still stands under the bell when you are signed in.`}
      </p>
      <form method="post" action={paths.unsubscribe(token)}>
        <input type="hidden" name="mails" value={mailed ? "off" : "on"} />
        <Button type="submit" variant={mailed ? "default" : "outline"}>
          {mailed ? "Stop these mails" : "Undo: send them again"}
        </Button>
      </form>
    </>
  );
}

const Broken = () => (
  <>
    <Title>This link does not work</Title>
    <p className="text-lg text-muted-foreground">
      It is not whole, or too old. Nothing was changed. Open it from the mail once more, or copy all of it.
    </p>
  </>
);

const Title = ({ children }: { children: string }) => (
  <h1 id="unsubscribe-title" className="text-3xl leading-[1.1] tracking-display">
    {children}
  </h1>
);
