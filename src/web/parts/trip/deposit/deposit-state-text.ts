// The texts about a deposit's state on a trip's page.
import type { Deposit } from "../../../../contract/bookings/deposits.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { RELEASE_HOURS } from "../../../../domain/money/deposit/deposit.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { formatAt, formatUntil } from "../trip-text.ts";

type Reader = Pick<Trip, "side" | "renter" | "host">;

const describeCard = ({ card_last4: last4 }: Deposit, { side }: Reader): string => {
  const whose = side === "renter" ? "your card" : "the renter's card";
  return side === "renter" && last4 ? `${whose} ending in ${last4}` : whose;
};

/** "You reported a clean return. When Keisha does too, it's released." */
function describeReports(deposit: Deposit, { side, renter, host }: Reader): string {
  const { renter_clean_at, host_clean_at } = deposit;
  const renterName = side === "renter" ? "You" : renter.first_name;
  const hostName = side === "host" ? "You" : host.first_name;
  if (renter_clean_at && !host_clean_at)
    return `${renterName} reported a clean return. When ${hostName === "You" ? "you do" : `${hostName} does`} too, it's released. `;
  if (host_clean_at && !renter_clean_at)
    return `${hostName} reported a clean return. When ${renterName === "You" ? "you do" : `${renterName} does`} too, it's released. `;
  return "";
}

function describeHeld(deposit: Deposit, reader: Reader, isReturned: boolean): string {
  const held = `Held on ${describeCard(deposit, reader)}${deposit.held_at ? ` since ${formatAt(deposit.held_at)}` : ""}.`;
  if (deposit.has_open_case) return `${held} It stays held until the open case is closed.`;
  if (!isReturned || deposit.release_at === null)
    return `${held} It's released as soon as you both report a clean return, otherwise ${RELEASE_HOURS} hours after the return.`;
  return `${describeReports(deposit, reader)}It's released by ${formatAt(deposit.release_at)} at the latest.`;
}

const BANKS = "Banks take up to five days to show it.";

/** What is held now, and until when. */
export function describeDepositState(
  deposit: Deposit,
  reader: Reader,
  { isReturned }: { isReturned: boolean },
): string {
  const { side, renter, host } = reader;
  const isRenter = side === "renter";
  const endedAt = deposit.ended_at ? formatAt(deposit.ended_at) : "";
  const by = deposit.act_by ? formatUntil(deposit.act_by) : "";
  switch (deposit.state) {
    case "planned":
      return `Held on ${describeCard(deposit, reader)} from ${formatAt(deposit.hold_at)}. It's a hold, not a charge.`;
    case "authorising":
      return `We're asking the bank to hold it on ${describeCard(deposit, reader)}.`;
    case "declined":
      return isRenter
        ? `We couldn't hold it on your card. Please use another card by ${by}.`
        : `It couldn't be held on ${renter.first_name}'s card. ${renter.first_name} can use another card until ${by}.`;
    case "undecided":
      return side === "host"
        ? `${renter.first_name} didn't provide another card in time. Hand over without a deposit${deposit.may.includes("cancel") ? ", or cancel without a fee" : ""}. If you hand over the car, the trip goes ahead without a deposit.`
        : isRenter
          ? `${host.first_name} now decides whether to hand over without a deposit or to cancel, with a full refund for you. You can still use another card until then.`
          : "The renter didn't provide another card in time. The host decides.";
    case "held":
      return describeHeld(deposit, reader, isReturned);
    case "capturing":
      return "We're taking the amount of the claim. The rest is released.";
    case "releasing":
      return "It's being released now.";
    case "captured":
      return `${formatUsd(deposit.taken_cents)} was taken for a claim on ${endedAt}.${deposit.taken_cents < deposit.amount_cents ? ` The rest was released. ${BANKS}` : ""}`;
    case "released":
      return `Released ${endedAt}.${isRenter ? ` ${BANKS}` : ""}`;
    case "waived":
      return "The trip goes ahead without it. Nothing is held.";
    case "lapsed":
      return "Nothing is held, and nothing was taken.";
  }
}

/** Shown beside the hold after its renewal was declined. */
export const describeRenewal = (deposit: Deposit, { side, renter }: Reader): string | null =>
  deposit.state !== "held" || deposit.act_by === null
    ? null
    : side === "renter"
      ? `The hold ends soon, and we couldn't renew it. Please use another card by ${formatUntil(deposit.act_by)}.`
      : `The hold ends soon, and we couldn't renew it. ${renter.first_name} can use another card until ${formatUntil(deposit.act_by)}.`;
