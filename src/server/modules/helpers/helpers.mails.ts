// The emails about helpers.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { HELPER_RIGHTS, type HelperRight } from "../../../domain/helper/helpers.ts";
import { shortenName } from "../../../domain/booking/drivers/drivers.ts";
import { formatCounted, formatDeadline, formatList } from "../../../domain/text/format.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import type { ShownHelper } from "./helpers.repository.ts";

/** The page of an invitation to help. */
const helpingPath = (helperId: string) => `/helping/${helperId}` as const;

const RIGHTS: Record<HelperRight, string> = {
  calendar: "the calendar",
  messages: "messages",
  handovers: "handovers",
};

/** "the calendar and handovers" */
const nameRights = ({ cars }: ShownHelper): string =>
  formatList(
    HELPER_RIGHTS.filter((right) => cars.some(({ rights }) => rights.includes(right))).map(
      (right) => RIGHTS[right],
    ),
  );

export function invitationMail(
  helper: ShownHelper,
  { token, expiresAt }: { token: string; expiresAt: Date },
  origin: string,
): MailContent {
  const host = shortenName(helper.host_first_name);
  const cars = formatCounted(helper.cars.length, "car", "cars");
  return {
    subject: `${host} would like your help with ${cars}`,
    preview: `Accept to help with ${nameRights(helper)}.`,
    heading: `${host} invited you to help`,
    paragraphs: [
      `${host} rents out cars on ${PRODUCT_NAME} and would like you to help with ${nameRights(helper)} of ${cars}. You won't see prices or earnings.`,
      "To accept, sign in or sign up with this email address.",
    ],
    action: {
      label: "View invitation",
      url: `${origin}${helpingPath(helper.id)}?token=${token}`,
    },
    note: `The invitation is valid until ${formatDeadline(expiresAt)}. If you don't know ${host}, you can ignore this email.`,
  };
}

export function acceptedMail(helper: ShownHelper, origin: string): MailContent {
  const name = shortenName(helper.first_name ?? "");
  return {
    subject: `${name} now helps you`,
    preview: `${name} accepted your invitation.`,
    heading: "Your helper accepted",
    paragraphs: [
      `${name} can now help with ${nameRights(helper)} of ${formatCounted(helper.cars.length, "car", "cars")}. You can change this or remove ${name} at any time.`,
    ],
    action: { label: "View your helpers", url: `${origin}/host/helpers` },
  };
}

export const declinedMail = (helper: ShownHelper, origin: string): MailContent => ({
  subject: helper.user_id === null ? "An invitation to help was declined" : "A helper has left",
  preview: "You can invite somebody else.",
  heading: helper.user_id === null ? "Your invitation was declined" : "Your helper has left",
  paragraphs: [
    helper.user_id === null
      ? `${helper.email} declined your invitation to help.`
      : `${shortenName(helper.first_name ?? "")} no longer helps you, and has no access to your cars anymore.`,
  ],
  action: { label: "View your helpers", url: `${origin}/host/helpers` },
});

export function removedMail(helper: ShownHelper): MailContent {
  const host = shortenName(helper.host_first_name);
  return {
    subject: `You no longer help ${host}`,
    preview: "Your access to the cars has ended.",
    heading: `You no longer help ${host}`,
    paragraphs: [`${host} has ended your access to the cars. You don't need to do anything.`],
  };
}
