// The text of an incident: what happened, what an admin can do about it, and its facts.
import type { Incident } from "../../../../contract/admin/admin-money.ts";
import { DISPUTE_STATES, type DisputeStatus } from "../../../../domain/money/dispute.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { capitalised } from "../../../parts/page/words.ts";
import type { Fact } from "../../../ui/facts.tsx";

type Told = Pick<Incident, "kind" | "details">;

interface Words {
  title: string;
  text: string;
}

const REFUSED: Record<string, Words> = {
  missing: {
    title: "Our webhook received an unsigned message",
    text: "The card provider signs all of its messages, so someone else sent it. We ignored it.",
  },
  wrong: {
    title: "The card provider's messages can't be verified",
    text: "No message has had a valid signature, so we hear of payments late. Compare the webhook secret here with the one in the provider's dashboard.",
  },
  too_old: {
    title: "The card provider's messages arrive too late",
    text: "Their signatures had expired on arrival, so we hear of payments late. Check this server's clock.",
  },
};

const FAULTS: Record<string, Words> = {
  charged: {
    title: "A card was charged without approval",
    text: "It may have been charged by hand in the provider's dashboard. Refund it there, or approve the booking.",
  },
  refunded: {
    title: "The provider refunded more than we decided",
    text: "It may have been refunded by hand in the provider's dashboard. Enter exactly that amount as a partial refund on the booking, or cancel the booking if it was all of it. Nothing is refunded twice. Then close this.",
  },
  session_unknown: {
    title: "The card provider doesn't recognise one of our checkouts",
    text: "Someone may have paid in it. Check that the key here belongs to the account that opened it. Then find the payment in that account's dashboard, release or refund it, and close this.",
  },
  sessions_unknown: {
    title: "The card provider doesn't recognise several of our checkouts",
    text: "Their holds have ended. The key here may belong to another account: put the right one back, and checkouts that are still open are closed. Then look in the right account's dashboard for cards that were authorised in the meantime, and release them.",
  },
  refund_returned: {
    title: "A refund came back",
    text: "The renter's bank didn't accept it. Ask the renter where it should go, and send it another way.",
  },
};

const DISPUTES: Record<DisputeStatus, Words> = {
  inquiry: {
    title: "A bank is asking about a charge",
    text: "No money has moved. Answer in the provider's dashboard before its deadline, or it becomes a dispute.",
  },
  dropped: {
    title: "A bank inquiry was closed",
    text: "No money has moved. There's nothing to do.",
  },
  open: {
    title: "A bank took a charge back",
    text: "Send proof that the trip took place, in the provider's dashboard and before its deadline.",
  },
  won: { title: "A dispute was won", text: "The money is back. There's nothing to do." },
  lost: {
    title: "A dispute was lost",
    text: "The money is gone. The platform covers whatever no refund had covered. There's nothing left to do at the provider.",
  },
};

export function incidentWords({ kind, details }: Told): Words {
  switch (kind) {
    case "webhook_refused":
      return REFUSED[String(details["reason"])] ?? REFUSED["wrong"]!;
    case "event_unknown":
      return {
        title: "An event about a payment we don't know",
        text: "It names a booking of ours, but another payment. Look for it in the provider's dashboard: another copy of this site may use the same account.",
      };
    case "record_differs":
      return (
        FAULTS[String(details["fault"])] ?? {
          title: "The provider's record differs from ours",
          text: "The amount, currency or booking differs, so we didn't record it. Look at the payment in the provider's dashboard.",
        }
      );
    case "checkout_refused":
      return {
        title: "The provider refused to open a checkout",
        text: "The renter saw an error. If it keeps happening, check the account in the provider's dashboard.",
      };
    case "dispute":
      return DISPUTES[DISPUTE_STATES.find((state) => state === details["state"]) ?? "open"];
    case "ledger_fault":
      return {
        title: "The ledger doesn't add up",
        text: "The nightly check found a wrong amount. Run npm run ledger:check, and don't correct it by hand.",
      };
  }
}

/** Facts that the title and the advice already state. */
const SAID = new Set(["fault"]);
const NAMES: Record<string, string> = {
  why: "In the provider's words",
  provider: "At the provider",
  intentId: "Payment",
  intent: "Payment",
  feeCents: "Fee",
  about: "About",
};

/** Readable labels and values; our values are next to the provider's. */
export const detailFacts = ({ kind, details }: Told): Fact[] =>
  Object.entries(details)
    .filter(([name, value]) => !SAID.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => ({
      label: nameOf(name),
      value: isWord(value) ? capitalised(valueOf(name, value, kind)) : valueOf(name, value, kind),
    }));

/** Whether a value is a keyword, such as a state of ours or the provider's, rather than an id. */
const isWord = (value: unknown): value is string =>
  typeof value === "string" && /^(?!(evt|pi|cs|dp|du)_)[a-z]+(_[a-z]+)*$/.test(value);

const isCents = (name: string, kind: Incident["kind"]): boolean =>
  /cents$/i.test(name) || (kind === "ledger_fault" && (name === "expected" || name === "found"));

const nameOf = (name: string): string =>
  NAMES[name] ??
  capitalised(
    name
      .replace(/_?cents$/i, "")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll("_", " ")
      .toLowerCase() || "amount",
  );

function valueOf(name: string, value: unknown, kind: Incident["kind"]): string {
  if (typeof value === "number" && isCents(name, kind)) return formatUsd(value);
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([part, inner]) => `${nameOf(part).toLowerCase()} ${valueOf(part, inner, kind)}`)
      .join(", ");
  return isWord(value) ? value.replaceAll("_", " ") : String(value);
}
