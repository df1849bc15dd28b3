// How an incident reads: what happened, what a person can do about it, and its facts.
import type { Incident } from "../../../../contract/admin/admin-money.ts";
import { DISPUTE_STATES, type DisputeStatus } from "../../../../domain/money/dispute.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { capitalised } from "../../../parts/page/words.ts";
import type { Fact } from "../../../ui/facts.tsx";

type Told = Pick<Incident, "kind" | "details">;

interface Words {
  title: string;
  text: string;
}

const REFUSED: Record<string, Words> = {
  missing: {
    title: "An unsigned message came to our webhook",
    text: "The card provider signs all of its messages, so somebody else is trying. Nothing was believed.",
  },
  wrong: {
    title: "The card provider's messages can't be verified",
    text: "No message has had a valid signature, so we learn of payments late. Compare the webhook secret here with the one in the provider's dashboard.",
  },
  too_old: {
    title: "The card provider's messages arrive too late",
    text: "Their signatures had expired on arrival, so we learn of payments late. Check this server's clock.",
  },
};

const FAULTS: Record<string, Words> = {
  charged: {
    title: "A card was charged that nobody approved",
    text: "Perhaps it was charged by hand in the provider's dashboard. Give it back there, or approve the booking.",
  },
  refunded: {
    title: "The provider has given back more than was decided",
    text: "Perhaps it was refunded by hand in the provider's dashboard. Decide just that amount on the booking, with the reason and who bears it, or cancel the booking where it was all of it: that takes over what was made, and nothing is given back twice. Then close this.",
  },
  session_unknown: {
    title: "The card provider doesn't recognise one of our checkouts",
    text: "Somebody may have paid in it. Check that the key here belongs to the account that opened it, and look for the payment in that account's dashboard: release or refund what is there, then close this.",
  },
  sessions_unknown: {
    title: "The card provider doesn't recognise several of our checkouts",
    text: "Their holds have ended. The key here may belong to another account: put the right one back, and checkouts that are still open are closed. Then look in the right account's dashboard for cards that were authorised in the meantime, and release them.",
  },
  refund_returned: {
    title: "A refund has come back",
    text: "The renter's bank did not take it. Ask the renter where it may go, and send it another way.",
  },
};

const DISPUTES: Record<DisputeStatus, Words> = {
  inquiry: {
    title: "A bank asks about a charge",
    text: "No money has moved. Answer in the provider's dashboard within the days that it names, or it becomes a dispute.",
  },
  dropped: { title: "A bank asks about a charge no more", text: "No money has moved. There is nothing to do." },
  open: {
    title: "A bank has taken a charge back",
    text: "Send what shows that the rental took place, in the provider's dashboard and within the days that it names.",
  },
  won: { title: "A dispute was won", text: "The money is back. There is nothing to do." },
  lost: {
    title: "A dispute was lost",
    text: "The money is gone, and the platform bears what no refund had decided. There is no more to do at the provider.",
  },
};

export function incidentWords({ kind, details }: Told): Words {
  switch (kind) {
    case "webhook_refused":
      return REFUSED[String(details["reason"])] ?? REFUSED["wrong"]!;
    case "event_unknown":
      return {
        title: "News about a payment that is not on our record",
        text: "It names a booking, but not the payment that we have of it. Look for it in the provider's dashboard: another copy of this site may use the same account.",
      };
    case "record_differs":
      return (
        FAULTS[String(details["fault"])] ?? {
          title: "The provider's record is not ours",
          text: "Amount, currency or booking differ, so nothing was believed. Look at the payment in the provider's dashboard.",
        }
      );
    case "checkout_refused":
      return {
        title: "The provider refused to open a checkout",
        text: "The renter was told that it did not work. If it goes on, the account at the provider may need something: see its dashboard.",
      };
    case "dispute":
      return DISPUTES[DISPUTE_STATES.find((state) => state === details["state"]) ?? "open"];
    case "ledger_fault":
      return {
        title: "The ledger does not add up",
        text: "The nightly check found another amount than there should be. Run npm run ledger:check, and do not correct it by hand.",
      };
  }
}

/** What the words have said already. */
const SAID = new Set(["fault"]);
const NAMES: Record<string, string> = {
  why: "In the provider's words",
  provider: "At the provider",
  intentId: "Payment",
  intent: "Payment",
  feeCents: "Fee",
  about: "It is about",
};

/** Names and values as a person reads them; ours and the provider's side by side. */
export const detailFacts = ({ kind, details }: Told): Fact[] =>
  Object.entries(details)
    .filter(([name, value]) => !SAID.has(name) && value !== null && value !== undefined)
    .map(([name, value]) => ({
      label: nameOf(name),
      value: isWord(value) ? capitalised(valueOf(name, value, kind)) : valueOf(name, value, kind),
    }));

/** A word of ours or the provider's, such as a state; no id. */
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
