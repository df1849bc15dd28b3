// The message for each error code about cases. They are not in api/problem-sentences.ts, because
// public pages load that.
import type { CaseErrorDetails } from "../../../../domain/cases/errors.ts";
import type { CaseNeed } from "../../../../domain/cases/case-states.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import { ApiError } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { PART_NAMES } from "../trip-text.ts";

type Sentences = { [C in keyof CaseErrorDetails]: (details: CaseErrorDetails[C]) => string };

const until = (at: string): string => formatDeadline(new Date(at));

const NEEDS: Record<CaseNeed, string> = {
  mark: "Choose the mark on the return that the pickup doesn't have. You can add it on the trip's page.",
  pickup_photo:
    "There are no photos of the pickup. Without photos of both handovers, no damage can be claimed.",
  return_photo: "Choose a photo of the return that shows it.",
  document: "Add the estimate, bill or ticket.",
};

const SENTENCES: Sentences = {
  case_without_tariff: () => "This booking was made before we had cases. Please contact us.",
  case_too_early: () => "You can open a case once the return is confirmed.",
  case_too_late: ({ closed_at }) => `You had until ${until(closed_at)} to open a case.`,
  case_above_ceiling: ({ kind, left_cents }) =>
    left_cents > 0
      ? `You can claim up to ${formatUsd(left_cents)} for ${CHARGE_NAMES[kind].toLowerCase()}: that's what is left of the booking's maximum.`
      : `The booking's maximum for ${CHARGE_NAMES[kind].toLowerCase()} is used up.`,
  case_without_evidence: ({ needs }) => NEEDS[needs],
  case_mark_at_pickup: ({ part }) =>
    `${PART_NAMES[part]}: the pickup already has this mark. Remove it from your claim.`,
  case_already_claimed: ({ kind }) =>
    kind === "damage"
      ? "There's a case about this mark already. Remove it from your claim."
      : "There's a case about this already. Add other photos or documents.",
  case_renter_left: () =>
    "The renter has deleted their account, so nobody could answer. Please contact us.",
  case_entry_unknown: () => "A photo or mark isn't part of this trip. Please reload the page.",
  case_file_unknown: () => "One of your files is no longer stored. Please add it again.",
  case_file_id_taken: () => "Something went wrong while sending. Please try again.",
  too_many_case_files: ({ limit }) => `You can add up to ${limit} files for one booking.`,
  case_id_taken: () => "Something went wrong while sending. Please reload the page and try again.",
  case_step_refused: () => "The case has changed in the meantime. Please check it again.",
  case_answer_too_late: ({ closed_at }) =>
    `You had until ${until(closed_at)} to answer. A person at Caydrive now decides without your answer.`,
  case_appeal_too_late: ({ closed_at }) => `You had until ${until(closed_at)} to appeal.`,
  case_already_appealed: () => "You've already used your appeal.",
  case_amount_out_of_range: ({ min_cents, max_cents }) =>
    `Enter an amount from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  case_decision_without_evidence: () => "Choose the photos or files behind your decision.",
  case_same_admin: () => "You've already decided this case, so another admin decides the appeal.",
};

export function describeCaseError(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !Object.hasOwn(SENTENCES, error.code)) return undefined;
  const code = error.code as keyof CaseErrorDetails;
  return (SENTENCES[code] as (details: unknown) => string)(error.details);
}

/** The message for a failure about cases; `otherwise` covers failures without a code. */
export const explainCase = (error: unknown, otherwise: string): string =>
  describeCaseError(error) ?? sentenceFor(error, otherwise);
