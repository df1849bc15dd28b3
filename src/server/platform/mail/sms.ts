// Text messages: through Twilio where its settings are there; else into the mailbox of /dev/mailbox, where that one is in use; else none.
import type { Config, TwilioAccount } from "../../config.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";

export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
}

export interface Sms {
  /** Whether messages can be sent at all. */
  isOffered: boolean;
  /** Hands one message over. @throws DomainError sms_refused for a number that takes none, sms_failed */
  send(message: TextMessage): Promise<void>;
}

const TWILIO = "https://api.twilio.com";
const PATIENCE_MS = 10_000;

export function openSms(config: Pick<Config, "twilio" | "smtpUrl" | "standInsAllowed">, db: Db, clock: Clock): Sms {
  const { twilio } = config;
  if (twilio) return { isOffered: true, send: (message) => sendByTwilio(twilio, message) };
  if (!config.standInsAllowed || config.smtpUrl)
    return {
      isOffered: false,
      send: () => Promise.reject(new DomainError("sms_failed")),
    };
  return {
    isOffered: true,
    async send({ to, text }) {
      await db
        .insertInto("dev_mails")
        .values({
          recipient: to,
          sender: "Text message",
          subject: text,
          text,
          html: `<p>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`,
          reply_to: null,
          headers: "{}",
          attachments: "[]",
          created_at: clock.now().toISOString(),
        })
        .execute();
    },
  };
}

/** https://www.twilio.com/docs/messaging/api/message-resource: 400 says that this message can't be sent, such as to a number that is none. */
async function sendByTwilio({ sid, token, from, url = TWILIO }: TwilioAccount, message: TextMessage): Promise<void> {
  let status: number;
  try {
    const answer = await fetch(`${url}/2010-04-01/Accounts/${sid}/Messages.json`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}` },
      body: new URLSearchParams({ To: message.to, From: from, Body: message.text }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    ({ status } = answer);
  } catch {
    throw new DomainError("sms_failed");
  }
  if (status === 400) throw new DomainError("sms_refused");
  if (status >= 300) throw new DomainError("sms_failed");
}
