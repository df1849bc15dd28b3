// Sends text messages through Twilio when it is configured. Otherwise they go to /dev/mailbox if
// that is in use, or nowhere.
import type { Config, TwilioAccount } from "../../config.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";

export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
}

/** The owner of the number has replied STOP, so the provider sends it nothing more. */
export class TextsStopped extends DomainError<"sms_refused"> {
  constructor() {
    super("sms_refused");
  }
}

export interface Sms {
  /** Whether messages can be sent at all. */
  isOffered: boolean;
  /**
   * Sends one message.
   * @throws DomainError sms_refused for a number that cannot receive messages (TextsStopped if its
   * owner replied STOP), sms_failed
   */
  send(message: TextMessage): Promise<void>;
}

const TWILIO = "https://api.twilio.com";
const TIMEOUT_MS = 10_000;
/** https://www.twilio.com/docs/api/errors/21610: the recipient has replied STOP. */
const STOPPED = 21610;

export function openSms(
  config: Pick<Config, "twilio" | "smtpUrl" | "standInsAllowed">,
  db: Db,
  clock: Clock,
): Sms {
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

/**
 * https://www.twilio.com/docs/messaging/api/message-resource: status 400 means that this message
 * cannot be sent, for example because the number is invalid.
 */
async function sendByTwilio(
  { sid, token, from, url = TWILIO }: TwilioAccount,
  message: TextMessage,
): Promise<void> {
  let status: number;
  let code: unknown;
  try {
    const response = await fetch(`${url}/2010-04-01/Accounts/${sid}/Messages.json`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}` },
      body: new URLSearchParams({ To: message.to, From: from, Body: message.text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    ({ status } = response);
    if (status === 400) ({ code } = await response.json().catch(() => ({})));
    else await response.body?.cancel();
  } catch {
    throw new DomainError("sms_failed");
  }
  if (status === 400) throw code === STOPPED ? new TextsStopped() : new DomainError("sms_refused");
  if (status >= 300) throw new DomainError("sms_failed");
}
