// The text of an incident: what happened, what an admin can do about it, and its facts.
import type { Incident } from "../../../../contract/admin/admin-money.ts";
import { DISPUTE_STATES, type DisputeStatus } from "../../../../domain/money/dispute.ts";
import { formatList, formatUsd } from "../../../../domain/text/format.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { nameRepeatedTime } from "../../../parts/trip/trip-text.ts";
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
  later_refunded: {
    title: "A charge after a trip was refunded in the provider's dashboard",
    text: "We've booked the refund, and the platform bears it: the host keeps the earnings. Don't refund it again. You can close this.",
  },
  later_not_owed: {
    title: "A renter paid a charge that was paid or waived before",
    text: "Refund the payment below in the provider's dashboard. We haven't booked it, and the charge itself needs no change. Then close this.",
  },
  change_refund_capped: {
    title: "A change gives back more than was left",
    text: "Other refunds of the booking came first, so we refunded only what was left. Ask renter and host whether that is right, and close this.",
  },
  later_differs: {
    title: "A charge after a trip differs at the provider",
    text: "We haven't booked the difference. Compare the payment below in the provider's dashboard with the charge on the trip's page.",
  },
  later_unknown: {
    title: "The provider doesn't know a charge that we booked",
    text: "Check that our key belongs to the account that made the charge. The renter's receipt and the host's earnings still include it.",
  },
  later_stuck: {
    title: "A charge after a trip, or its refund, has been pending for an hour",
    text: "We keep asking. Look for the charge in the provider's dashboard, and check that our key belongs to the account that has the card. If that provider is no longer used here, refund it in its dashboard.",
  },
  later_refused: {
    title: "The provider refused a charge after a trip",
    text: "The card isn't the reason, so the renter doesn't owe it yet. Check the account in the provider's dashboard. We keep trying.",
  },
  card_left: {
    title: "A saved card is still at the card provider we used before",
    text: "The trip is closed and we've deleted our record. Delete the customer below in that provider's dashboard, then close this.",
  },
  later_refund_refused: {
    title: "The provider refused a refund of a charge after a trip",
    text: "Look up the payment below in the provider's dashboard. If it's disputed, wait: a lost dispute settles the refund, and after a won one we make it. If part of it was refunded there, refund the rest of our amount there too, and we'll count it as made. If the account lacks money, add some. We keep trying, and email the renter once it's made.",
  },
  later_refund_returned: {
    title: "A refund of a charge after a trip came back",
    text: "The renter's bank didn't accept it. Ask the renter where to send it.",
  },
  deposit_differs: {
    title: "A deposit differs at the provider",
    text: "Compare the hold below in the provider's dashboard with the deposit on the trip's page. We haven't booked the difference.",
  },
  deposit_unknown: {
    title: "The provider doesn't know a deposit's hold",
    text: "Check that our key belongs to the account that made the hold.",
  },
  deposit_stuck: {
    title: "A deposit has been pending at the provider for an hour",
    text: "We keep asking. Look for the hold in the provider's dashboard, and check that our key belongs to the account that has it. If we no longer use that provider, release the hold there.",
  },
  deposit_refused: {
    title: "The provider refused a deposit's hold",
    text: "The card isn't the reason. Check the account in the provider's dashboard. We keep trying for four hours, then the renter is asked for another card.",
  },
  deposit_captured_elsewhere: {
    title: "A deposit was captured in the provider's dashboard",
    text: "The host got only what cases have decided. Refund the rest there.",
  },
  deposit_refunded: {
    title: "Money taken from a deposit was refunded in the provider's dashboard",
    text: "We've booked the refund, and the platform bears it: the host keeps what cases decided. You can close this.",
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
    case "car_overdue":
      return {
        title: "A car has not been returned",
        text: "Its return time was days ago. Call renter and host. If the car is back, close the trip on the booking's page.",
      };
    case "handover_contested":
      return {
        title: `A host contests a ${String(details["handover"])}`,
        text: "The renter confirmed it alone with the lockbox, so nothing is charged from its readings. Read both sides on the booking's page.",
      };
    case "host_in_debt":
      return {
        title: "A host owes fees for cancelling",
        text: "The renters already have the credit, but the host hasn't earned enough to pay for it. Check whether the host and the renters know each other. If they do, suspend the host.",
      };
    case "trip_record_changed":
      if (details["differing"])
        return {
          title: "A booking's times differ from its trip",
          text: "Somebody changed them in the database. Run npm run trips:check.",
        };
      return {
        title: "The record of a trip was changed",
        text: "Somebody changed it in the database, so it proves nothing from there on. Run npm run trips:check.",
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
  if (name === "differing") return formatList(String(value).split(", ").map(nameRepeatedTime));
  if (typeof value === "number" && isCents(name, kind)) return formatUsd(value);
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([part, inner]) => `${labelField(part).toLowerCase()} ${formatValue(part, inner, kind)}`)
      .join(", ");
  return isText(value) ? value.replaceAll("_", " ") : String(value);
}
