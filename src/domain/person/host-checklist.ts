// What a host has to do before the first booking (product.md, Listings): a list of steps for the
// host's dashboard, which hides it once everything is done.
import { missingDocuments, type DocumentKind } from "../listing/car-documents.ts";
import type { IdentityState } from "./identity.ts";

export const HOST_STEPS = ["phone", "identity", "payout", "car", "documents"] as const;
export type HostStep = (typeof HOST_STEPS)[number];

/**
 * todo: up to the host; waiting: up to an admin; refused: up to the host again; later: another step
 * comes first.
 */
export const STEP_STATES = ["todo", "waiting", "refused", "later", "done"] as const;
export type StepState = (typeof STEP_STATES)[number];

export interface HostFacts {
  /** False where the program can't send text messages. */
  canVerifyPhone: boolean;
  isPhoneVerified: boolean;
  identity: IdentityState;
  hasPayoutDetails: boolean;
  /** The host's cars that are not deleted: whether an admin has approved or rejected them. */
  cars: readonly { isApproved: boolean; isRejected: boolean; documents: readonly DocumentKind[] }[];
}

export interface ChecklistItem {
  step: HostStep;
  state: StepState;
}

const IDENTITY_STEPS: Record<IdentityState, StepState> = {
  none: "todo",
  submitted: "waiting",
  verified: "done",
  rejected: "refused",
};

/**
 * The steps in the order in which to take them, without the phone where it can't be verified. One
 * car is enough for each of the last two.
 */
export function toHostChecklist(facts: HostFacts): ChecklistItem[] {
  const { cars } = facts;
  const car: StepState = cars.some(({ isApproved }) => isApproved)
    ? "done"
    : cars.some(({ isRejected }) => !isRejected)
      ? "waiting"
      : cars.length > 0
        ? "refused"
        : "todo";
  const hasDocuments = cars.some(
    ({ documents }) => missingDocuments(documents.map((kind) => ({ kind }))).length === 0,
  );
  const states: Record<HostStep, StepState> = {
    phone: facts.isPhoneVerified ? "done" : "todo",
    identity: IDENTITY_STEPS[facts.identity],
    payout: facts.hasPayoutDetails ? "done" : "todo",
    car,
    documents: hasDocuments ? "done" : cars.length > 0 ? "todo" : "later",
  };
  return HOST_STEPS.filter((step) => step !== "phone" || facts.canVerifyPhone).map((step) => ({
    step,
    state: states[step],
  }));
}
