// How the error codes about cases are sent (problem.ts).
import type { CaseErrorDetails } from "../domain/cases/errors.ts";

export const CASE_PROBLEMS: Record<keyof CaseErrorDetails, { status: number; title: string }> = {
  case_without_tariff: { status: 409, title: "The booking was made before the tariff." },
  case_too_early: { status: 409, title: "The car is not back yet." },
  case_too_late: { status: 409, title: "The time to open a case is over." },
  case_above_ceiling: { status: 422, title: "The amount is more than the ceiling leaves." },
  case_without_evidence: { status: 422, title: "The claim lacks evidence." },
  case_mark_at_pickup: { status: 422, title: "The pickup has this mark already." },
  case_claimed_before: { status: 409, title: "This was claimed before." },
  case_renter_left: { status: 409, title: "The renter's account was deleted." },
  case_entry_unknown: { status: 422, title: "The return has no such mark or photo." },
  case_file_unknown: { status: 422, title: "The sender has no such file." },
  case_file_id_taken: { status: 409, title: "The id belongs to another file." },
  too_many_case_files: { status: 409, title: "Too many files for this booking." },
  case_id_taken: { status: 409, title: "The id belongs to something else." },
  case_step_refused: { status: 409, title: "The case's state does not allow this step." },
  case_answer_too_late: { status: 409, title: "The time to answer is over." },
  case_appeal_too_late: { status: 409, title: "The time to appeal is over." },
  case_appealed_before: { status: 409, title: "This side has appealed before." },
  case_amount_out_of_range: { status: 422, title: "The amount is out of range." },
  case_decision_without_evidence: {
    status: 422,
    title: "A decision names the photos or files that it rests on.",
  },
  case_same_admin: { status: 409, title: "Another admin has to decide the appeal." },
};
