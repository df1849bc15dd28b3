// Sends email in a job: over SMTP when SMTP_URL is set, otherwise to /dev/mailbox.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";
import { FAILED_JOBS } from "../jobs/job-queues.ts";
import type { JobHandler, Jobs } from "../jobs/jobs.ts";
import type { Attachment } from "./attachment.ts";

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where replies go, if not to SUPPORT_EMAIL. */
  replyTo?: string;
  /** In addition to those of every email. */
  headers?: Record<string, string>;
  /**
   * Names what the email belongs to, such as a support case. Email programs group the emails of a
   * thread.
   */
  thread?: string;
  attachments?: readonly Attachment[];
}

/**
 * A message in the queue. Every attempt has the same Message-ID and Date, so that email programs
 * can spot a duplicate.
 */
interface QueuedMessage extends MailMessage {
  /** Missing in messages queued by an older version, like `date`. */
  id?: string;
  /** When it was queued, ISO. Email programs sort by it, whichever email arrives first. */
  date?: string;
}

export interface OutgoingMail {
  /**
   * Sends one message.
   * @throws when the server of SMTP_URL cannot accept it now.
   */
  send(message: QueuedMessage): Promise<void>;
}

/** Retries with growing delays from one second: more than nine hours in all. */
const RETRIES = 15;

/**
 * Options for a job whose data contains a name, an address or a sign-in link: it is deleted soon
 * after the job is done.
 */
export const PERSONAL = { retentionSeconds: 60 };

/** Sends an email in a job; within a transaction, after the commit. */
export function queueMail(
  { jobs, db, clock }: { jobs: Jobs; db: Db; clock: Clock },
  message: MailMessage,
): Promise<void> {
  const queued: QueuedMessage = { ...message, id: randomUUID(), date: clock.now().toISOString() };
  return jobs.send(db, "mail", queued, PERSONAL);
}

/** Deletes the failed emails to an address, which are kept to be sent again. */
export const forgetFailedMails = async (db: Db, to: string): Promise<void> => {
  await sql`delete from pgboss.job where name = ${FAILED_JOBS} and source_name = 'mail' and data ->> 'to' = ${to}`.execute(
    db,
  );
};

export const mailJobs = ({ mail, log }: { mail: OutgoingMail; log: Logger }): JobHandler[] => [
  {
    name: "mail",
    retryLimit: RETRIES,
    async run(message: QueuedMessage) {
      try {
        await mail.send(message);
      } catch (error) {
        if (!isDefinite(error)) throw error;
        log.error({ err: error }, "a mail was refused for good");
      }
    },
  },
];

/**
 * A permanent failure of the mail server (RFC 5321, 5yz), such as an unknown recipient. A retry
 * would fail too.
 */
const isDefinite = (error: unknown): boolean =>
  Number((error as { responseCode?: number }).responseCode) >= 500;

/**
 * Adds what every email has: headers that suppress automatic replies, and a reply address that
 * reaches support.
 */
function complete(
  { mailFrom, contacts }: Config,
  { id, date, thread, replyTo, ...message }: QueuedMessage,
) {
  const domain = mailFrom.replace(/^.*@|>$/g, "");
  const root = `<${thread}@${domain}>`;
  return {
    ...message,
    from: mailFrom,
    replyTo: replyTo ?? (contacts.email.isExample ? undefined : contacts.email.text),
    headers: {
      "Auto-Submitted": "auto-generated", // RFC 3834
      ...(thread !== undefined && { "In-Reply-To": root, References: root }),
      ...message.headers,
    },
    attachments: [...(message.attachments ?? [])],
    ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
    ...(date !== undefined && { date: new Date(date) }),
  };
}

export function openMail(config: Config, db: Db, clock: Clock): OutgoingMail {
  if (config.smtpUrl) {
    const transport = createTransport(config.smtpUrl, {
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
    } as object);
    return {
      async send(message) {
        await transport.sendMail(complete(config, message));
      },
    };
  }
  return {
    async send(message) {
      const { from, to, subject, text, html, replyTo, headers, attachments } = complete(
        config,
        message,
      );
      await db
        .insertInto("dev_mails")
        .values({
          recipient: to,
          sender: from,
          subject,
          text,
          html,
          reply_to: replyTo ?? null,
          headers: JSON.stringify(headers),
          attachments: JSON.stringify(attachments),
          created_at: clock.now().toISOString(),
        })
        .execute();
    },
  };
}
