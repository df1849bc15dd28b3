// The texts of a case's page.
import type { TripCase } from "../../../../contract/bookings/trip-cases.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { BadgeVariant } from "../../../ui/badge.tsx";
import { formatAt, formatUntil } from "../trip-text.ts";

export const CASE_BADGES: Record<TripCase["state"], { label: string; variant: BadgeVariant }> = {
  answering: { label: "Waiting for the renter", variant: "sun" },
  deciding: { label: "Being decided", variant: "sun" },
  decided: { label: "Decided", variant: "palm" },
  appealed: { label: "Appealed", variant: "sun" },
  closed: { label: "Closed", variant: "secondary" },
};

/** "Damage, $380.00" */
export const titleCase = ({ kind, claimed_cents }: TripCase): string =>
  `${CHARGE_NAMES[kind]}, ${formatUsd(claimed_cents)}`;

/** The state of the case, and what happens next. */
export function describeCase(found: TripCase): string {
  const { state, side, renter_name, host_name } = found;
  switch (state) {
    case "answering":
      return side === "renter"
        ? `${host_name} claims ${formatUsd(found.claimed_cents)}. Take your time to read it. Nothing is charged unless you accept or a person at Caydrive decides. Answer by ${formatUntil(found.answer_due_at)}.`
        : `${renter_name} can answer until ${formatUntil(found.answer_due_at)}. After that, a person at Caydrive decides.`;
    case "deciding":
      return describeDecision(found, "A person at Caydrive decides by");
    case "decided":
      return `${formatUsd(found.decided_cents ?? 0)} of ${formatUsd(found.claimed_cents)}. Each side can appeal once, until ${formatUntil(found.appeal_due_at ?? "")}. Nothing is charged before then.`;
    case "appealed":
      return `${describeDecision(found, "We'll look at everything again and decide by")} Nothing is charged before then.`;
    case "closed":
      return describeOutcome(found);
  }
}

/** When the decision is due, or an apology if it is late. */
function describeDecision({ decision_due_at }: TripCase, lead: string): string {
  const due = decision_due_at ?? "";
  return Date.parse(due) > Date.now()
    ? `${lead} ${formatUntil(due)}.`
    : `We're late, and we're sorry: we wanted to decide by ${formatUntil(due)}.`;
}

function describeOutcome({ outcome, final_cents, closed_at, host_name, renter_name }: TripCase) {
  const on = formatAt(closed_at ?? "");
  if (outcome === "withdrawn") return `${host_name} withdrew the claim on ${on}.`;
  if (outcome === "accepted")
    return `${renter_name} accepted ${formatUsd(final_cents ?? 0)} on ${on}.`;
  return final_cents === 0
    ? `Decided: nothing is charged. Final since ${on}.`
    : `Decided: ${renter_name} pays ${formatUsd(final_cents ?? 0)}. Final since ${on}.`;
}

/** What happened when, oldest first, and what is next. */
export function listEvents(found: TripCase): { what: string; when: string; isNext?: boolean }[] {
  const { statements, state } = found;
  const names = { claim: "opened the case", answer: "answered", appeal: "appealed" };
  return [
    ...(found.returned_at ? [{ what: "Return confirmed", when: formatAt(found.returned_at) }] : []),
    ...statements.map(({ kind, author, at, amount_cents }) => ({
      what:
        kind === "decision"
          ? `Decided by ${author}: ${formatUsd(amount_cents ?? 0)}`
          : `${author} ${names[kind]}`,
      when: formatAt(at),
    })),
    ...(state === "answering"
      ? [
          {
            what: `${found.renter_name} answers`,
            when: `Until ${formatUntil(found.answer_due_at)}`,
            isNext: true,
          },
        ]
      : []),
    ...(found.decision_due_at
      ? [
          {
            what: "A person decides",
            when: `Until ${formatUntil(found.decision_due_at)}`,
            isNext: true,
          },
        ]
      : []),
    ...(state === "decided" && found.appeal_due_at
      ? [
          {
            what: "Appeal, once for each side",
            when: `Until ${formatUntil(found.appeal_due_at)}`,
            isNext: true,
          },
        ]
      : []),
    ...(found.closed_at ? [{ what: "Closed", when: formatAt(found.closed_at) }] : []),
  ];
}
