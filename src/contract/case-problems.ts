// How the error codes about cases are sent (problem.ts).
import type { CaseErrorDetails } from "../domain/cases/errors.ts";

export const CASE_PROBLEMS: Record<keyof CaseErrorDetails, { status: number; title: string }> = {
  case_without_tariff: { status: 409, title: "The booking was made before the tariff." },
  case_too_early: { status: 409, title: "The car is not back yet." },
  case_too_late: { status: 409, title: "The time to open a case is over." },
  case_above_ceiling: { status: 422, title: "The amount exceeds what is left to claim." },
  case_without_evidence: { status: 422, title: "Evidence is missing from the claim." },
  case_mark_at_pickup: { status: 422, title: "The pickup already has this mark." },
  case_already_claimed: { status: 409, title: "This was already claimed." },
  case_renter_left: { status: 409, title: "The renter's account is deleted." },
  case_entry_unknown: { status: 422, title: "The return has no such mark or photo." },
  case_file_unknown: { status: 422, title: "The sender has no such file." },
  case_file_id_taken: { status: 409, title: "The id belongs to another file." },
  too_many_case_files: { status: 409, title: "Too many files for this booking." },
  case_id_taken: { status: 409, title: "The id belongs to something else." },
  case_step_refused: { status: 409, title: "The case's state does not allow this step." },
  case_answer_too_late: { status: 409, title: "The time to answer is over." },
  case_appeal_too_late: { status: 409, title: "The time to appeal is over." },
  case_already_appealed: { status: 409, title: "This side has already appealed." },
  case_amount_out_of_range: { status: 422, title: "The amount is out of range." },
  case_decision_without_evidence: {
    status: 422,
    title: "A decision must name the photos or files behind it.",
  },
  case_same_admin: { status: 409, title: "Another admin has to decide the appeal." },
};
