// Outgoing mail: over SMTP when SMTP_URL is set, else into the mailbox of /dev/mailbox. A job calls send(), so a failure is tried again.
import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";
import type { Clock } from "./clock.ts";
import type { Db } from "./db.ts";

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mail {
  /** Hands one message over. @throws when the server of SMTP_URL does not take it. */
  send(message: Message): Promise<void>;
}

export function openMail(config: Config, db: Db, clock: Clock): Mail {
  if (config.smtpUrl) {
    const transport = createTransport(config.smtpUrl, { connectionTimeout: 10_000, socketTimeout: 20_000 } as object);
    return {
      async send(message) {
        await transport.sendMail({ from: config.mailFrom, ...message });
      },
    };
  }
  return {
    async send({ to, subject, text, html }) {
      const created_at = clock.now().toISOString();
      await db
        .insertInto("dev_mails")
        .values({ recipient: to, sender: config.mailFrom, subject, text, html, created_at })
        .execute();
    },
  };
}
