// The errors about cases.
import type { CaseKind } from "../tariff/tariff.ts";
import type { MarkKind, MarkPart } from "../trip/entry.ts";
import type { CaseNeed, CaseState, CaseStepKind } from "./case-states.ts";

type None = Record<string, never>;

/** Each code with its details. */
export interface CaseErrorDetails {
  /** The booking is from before the tariff, so nothing can be claimed for it. */
  case_without_tariff: None;
  /** A case needs a return. */
  case_too_early: None;
  case_too_late: { closed_at: string };
  /** The claim exceeds what is left of the booking's ceiling or of the maximum for its kind. */
  case_above_ceiling: { kind: CaseKind; left_cents: number; ceiling_cents: number };
  case_without_evidence: { kind: CaseKind; needs: CaseNeed };
  /** The pickup has a mark of the same kind on the same part. */
  case_mark_at_pickup: { mark_id: string; part: MarkPart; damage: MarkKind };
  /** Another claim of this kind is about the same mark, photo or document. */
  case_already_claimed: { kind: CaseKind };
  /** The renter's account is deleted, so nobody could answer the claim. */
  case_renter_left: None;
  /** No mark or photo of this trip's return has this id. */
  case_entry_unknown: { entry_id: string };
  /** No stored file of the sender for this booking has this id. */
  case_file_unknown: { file_id: string };
  case_file_id_taken: None;
  too_many_case_files: { limit: number };
  /** The id of an existing case was sent again with different content. */
  case_id_taken: None;
  /** The step is not possible in the case's state. */
  case_step_refused: { step: CaseStepKind; state: CaseState };
  case_answer_too_late: { closed_at: string };
  case_appeal_too_late: { closed_at: string };
  /** This side has already used its appeal. */
  case_already_appealed: None;
  /** A decision is zero, or between the smallest card charge and the claim. */
  case_amount_out_of_range: { min_cents: number; max_cents: number };
  case_decision_without_evidence: None;
  /** The admin made the appealed decision, and another admin could decide. */
  case_same_admin: None;
}
