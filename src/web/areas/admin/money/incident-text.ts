// The text of an incident: what happened, what an admin can do about it, and its facts.
import type { Incident } from "../../../../contract/admin/admin-money.ts";
import { DISPUTE_STATES, type DisputeStatus } from "../../../../domain/money/dispute.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import type { Fact } from "../../../ui/facts.tsx";

type IncidentDetails = Pick<Incident, "kind" | "details">;

interface IncidentText {
  title: string;
  text: string;
}

const REFUSED: Record<string, IncidentText> = {
  missing: {
    title: "Our webhook received an unsigned message",
    text: "It didn't come from the card provider, so we ignored it.",
  },
  wrong: {
    title: "The card provider's messages can't be verified",
    text: "We hear of payments late. Compare the webhook secret here with the one in the provider's dashboard.",
  },
  too_old: {
    title: "The card provider's messages arrive too late",
    text: "We hear of payments late. Check this server's clock.",
  },
};

const RECORD_TEXTS: Record<string, IncidentText> = {
  charged: {
    title: "A card was charged without approval",
    text: "Refund it in the provider's dashboard, or approve the booking.",
  },
  refunded: {
    title: "The provider refunded more than we decided",
    text: "Enter exactly that amount as a partial refund, or cancel the booking if it was all of it. Nothing is refunded twice. Then close this.",
  },
  session_unknown: {
    title: "The card provider doesn't recognise one of our checkouts",
    text: "Someone may have paid. Check that the key here belongs to the account that opened it, release or refund the payment there, and close this.",
  },
  sessions_unknown: {
    title: "The card provider doesn't recognise several of our checkouts",
    text: "Their holds have ended. The key here may belong to another account: put the right one back, which closes the open checkouts. Then release any cards authorised in the meantime in the right account's dashboard.",
  },
  refund_returned: {
    title: "A refund came back",
    text: "The renter's bank didn't accept it. Ask the renter where to send it.",
  },
};

const DISPUTES: Record<DisputeStatus, IncidentText> = {
  inquiry: {
    title: "A bank is asking about a charge",
    text: "No money has moved. Answer in the provider's dashboard before its deadline, or it becomes a dispute.",
  },
  dropped: {
    title: "A bank inquiry was closed",
    text: "No money has moved.",
  },
  open: {
    title: "A bank took a charge back",
    text: "Send proof of the trip in the provider's dashboard before its deadline.",
  },
  won: { title: "A dispute was won", text: "The money is back." },
  lost: {
    title: "Charged back",
    text: "The bank kept the money. The platform covers what wasn't refunded.",
  },
};

export function describeIncident({ kind, details }: IncidentDetails): IncidentText {
  switch (kind) {
    case "webhook_refused":
      return REFUSED[String(details["reason"])] ?? REFUSED["wrong"]!;
    case "event_unknown":
      return {
        title: "An event about a payment we don't know",
        text: "It names one of our bookings. Look for it in the provider's dashboard: another copy of this site may use the account.",
      };
    case "record_differs":
      return (
        RECORD_TEXTS[String(details["fault"])] ?? {
          title: "The provider's record differs from ours",
          text: "The amount, currency or booking differs, so we didn't record it. Check it in the provider's dashboard.",
        }
      );
    case "checkout_refused":
      return {
        title: "The provider refused to open a checkout",
        text: "The renter saw an error. If it keeps happening, check the provider's dashboard.",
      };
    case "dispute":
      return DISPUTES[DISPUTE_STATES.find((state) => state === details["state"]) ?? "open"];
    case "ledger_fault":
      return {
        title: "The ledger doesn't add up",
        text: "Run npm run ledger:check, and don't correct it by hand.",
      };
  }
}

/** Facts that the title and the advice already state. */
const SHOWN_AS_TEXT = new Set(["fault"]);
const NAMES: Record<string, string> = {
  why: "In the provider's words",
  provider: "At the provider",
  intentId: "Payment",
  intent: "Payment",
  feeCents: "Fee",
  about: "About",
};

/** Readable labels and values; our values are next to the provider's. */
export const listDetailFacts = ({ kind, details }: IncidentDetails): Fact[] =>
  Object.entries(details)
    .filter(([name, value]) => !SHOWN_AS_TEXT.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => ({
      label: labelField(name),
      value: isText(value)
        ? capitalised(formatValue(name, value, kind))
        : formatValue(name, value, kind),
    }));

/** Whether a value is a keyword, such as a state of ours or the provider's, rather than an id. */
const isText = (value: unknown): value is string =>
  typeof value === "string" && /^(?!(evt|pi|cs|dp|du)_)[a-z]+(_[a-z]+)*$/.test(value);

const isCents = (name: string, kind: Incident["kind"]): boolean =>
  /cents$/i.test(name) || (kind === "ledger_fault" && (name === "expected" || name === "found"));

const labelField = (name: string): string =>
  NAMES[name] ??
  capitalised(
    name
      .replace(/_?cents$/i, "")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll("_", " ")
      .toLowerCase() || "amount",
  );

function formatValue(name: string, value: unknown, kind: Incident["kind"]): string {
  if (typeof value === "number" && isCents(name, kind)) return formatUsd(value);
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([part, inner]) => `${labelField(part).toLowerCase()} ${formatValue(part, inner, kind)}`)
      .join(", ");
  return isText(value) ? value.replaceAll("_", " ") : String(value);
}
