// Outgoing mail, by a job: over SMTP when SMTP_URL is set, else into the mailbox of /dev/mailbox.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import type { Config } from "../../config.ts";
import type { Clock } from "../clock.ts";
import type { Ctx } from "../context.ts";
import type { Db } from "../database/database.ts";
import { FAILED_JOBS } from "../jobs/job-queues.ts";
import type { JobHandler } from "../jobs/jobs.ts";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes, if not to SUPPORT_EMAIL. */
  replyTo?: string;
  /** Beyond those of every mail. */
  headers?: Record<string, string>;
  /** Names what the mail belongs to, such as a case. Mail programs group mails of one thread. */
  thread?: string;
  attachments?: readonly Attachment[];
}

/** A file of text. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: string;
}

/**
 * A message in the queue. Each attempt has the same
 * Message-ID and Date, so programs can spot a repeat.
 */
interface QueuedMessage extends Message {
  /** Missing in what an older version has queued, like `date`. */
  id?: string;
  /** When it was queued, ISO. Mail programs sort by it, whichever mail arrives first. */
  date?: string;
}

export interface Mail {
  /** Hands one message over. @throws when the server of SMTP_URL can't take it now. */
  send(message: QueuedMessage): Promise<void>;
}

/** Tries with growing delays from one second: more than nine hours in all. */
const RETRIES = 15;

/** A job that holds somebody's name, address or a link to sign in by is forgotten soon after it is done. */
export const PERSONAL = { keepSeconds: 60 };

/** Sends a mail by a job; in a transaction, once it is committed. */
export function queueMail({ jobs, db, clock }: Pick<Ctx, "jobs" | "db" | "clock">, message: Message): Promise<void> {
  const queued: QueuedMessage = { ...message, id: randomUUID(), date: clock.now().toISOString() };
  return jobs.send(db, "mail", queued, PERSONAL);
}

/** Those that were given up, and are kept to be sent again. */
export const forgetFailedMails = async (db: Db, to: string): Promise<void> => {
  await sql`delete from pgboss.job where name = ${FAILED_JOBS} and source_name = 'mail' and data ->> 'to' = ${to}`.execute(
    db,
  );
};

export const mailJobs = ({ mail, log }: Pick<Ctx, "mail" | "log">): JobHandler[] => [
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

/** A no of the mail server that would be the same the next time (RFC 5321, 5yz), such as an address that does not exist. */
const isDefinite = (error: unknown): boolean => Number((error as { responseCode?: number }).responseCode) >= 500;

/** Adds what every mail has: it suppresses holiday replies, and an answer reaches support. */
function complete({ mailFrom, contacts }: Config, { id, date, thread, replyTo, ...message }: QueuedMessage) {
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

export function openMail(config: Config, db: Db, clock: Clock): Mail {
  if (config.smtpUrl) {
    const transport = createTransport(config.smtpUrl, { connectionTimeout: 10_000, socketTimeout: 20_000 } as object);
    return {
      async send(message) {
        await transport.sendMail(complete(config, message));
      },
    };
  }
  return {
    async send(message) {
      const { from, to, subject, text, html, replyTo, headers, attachments } = complete(config, message);
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
