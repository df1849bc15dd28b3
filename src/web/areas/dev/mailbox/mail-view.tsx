// One email as its recipient would see it, and its plain text. The frame allows no scripts.
import { Fragment, useState } from "react";
import type { Api } from "../../../../contract/index.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { saveFile } from "../../../api/save-file.ts";
import { Tabs } from "../../../ui/form/tabs.tsx";

export type MailboxMessage = Api["GET /dev/mailbox.json"]["output"]["mails"][number];

/** Links open in this tab, because the sandboxed frame cannot run our pages. */
const LINKS_ON_TOP = '<base target="_top">';

const framed = (html: string) =>
  /<head>/i.test(html) ? html.replace(/<head>/i, `$&${LINKS_ON_TOP}`) : LINKS_ON_TOP + html;

export function MailView({ mail }: { mail: MailboxMessage }) {
  const [shown, setShown] = useState("html");
  return (
    <article aria-labelledby="mail-subject" className="grid content-start gap-5 p-5 md:p-6">
      <header className="grid gap-2">
        <h2 id="mail-subject" className="text-xl">
          {mail.subject}
        </h2>
        <MailHeaders mail={mail} />
      </header>
      <Tabs
        label="Email versions"
        value={shown}
        onValueChange={setShown}
        tabs={[
          {
            value: "html",
            label: "As sent",
            content: (
              <iframe
                key={mail.id}
                title={`Email: ${mail.subject}`}
                srcDoc={framed(mail.html)}
                sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
                className="h-[38rem] w-full rounded-md border border-border bg-white"
              />
            ),
          },
          {
            value: "text",
            label: "Plain text",
            content: (
              <pre className="rounded-md bg-surface-2 p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                {mail.text}
              </pre>
            ),
          },
        ]}
      />
    </article>
  );
}

const MailHeaders = ({ mail }: { mail: MailboxMessage }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-muted-foreground">
    <dt>From</dt>
    <dd>{mail.sender}</dd>
    <dt>To</dt>
    <dd>{mail.recipient}</dd>
    {mail.reply_to && (
      <>
        <dt>Reply to</dt>
        <dd>{mail.reply_to}</dd>
      </>
    )}
    {mail.headers["List-Unsubscribe"] && (
      <>
        <dt>Unsubscribe</dt>
        <dd>
          <a href={mail.headers["List-Unsubscribe"].replace(/[<>]/g, "")} className="link">
            As email apps offer it
          </a>
        </dd>
      </>
    )}
    {mail.attachments.map((file) => (
      <Fragment key={file.filename}>
        <dt>Attached</dt>
        <dd>
          <button
            type="button"
            className="link min-h-6"
            onClick={() =>
              saveFile(new Blob([file.content], { type: file.contentType }), file.filename)
            }
          >
            {file.filename}
          </button>
        </dd>
      </Fragment>
    ))}
    <dt>Sent</dt>
    <dd>
      <time dateTime={mail.created_at}>{formatInstant(new Date(mail.created_at))}</time>
    </dd>
  </dl>
);
