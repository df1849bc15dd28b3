// Public claims that no software can guarantee, and who is responsible for each; rules that the
// code enforces use the constants in src/domain instead. Operators confirm the claims before going
// live (docs/operating/first-day.md).
import { lowerFirst } from "./shared-text.ts";

export interface Claim {
  says: string;
  owner: string;
}

export const CLAIMS = {
  identity: {
    says: "Renters and hosts can verify their identity with a government ID and a phone number.",
    owner: "Operations",
  },
  identityReview: {
    says: "We usually check an ID within one business day.",
    owner: "Operations, who review them in the admin area under Verifications",
  },
  localExpertise: {
    says: "Your host lives here and knows which roads flood, where to fill up, and who makes the best conch.",
    owner: "Hosts",
  },
  quickApproval: {
    says: "Most bookings are confirmed within hours.",
    owner: "Hosts; operations watch the answer times",
  },
  roundTheClock: {
    says: "24/7 support and roadside assistance.",
    owner:
      "Operations, who answer SUPPORT_PHONE and EMERGENCY_PHONE day and night, and the towing partners",
  },
  supportPromise: { says: "We'll get back to you within 24 hours.", owner: "Operations" },
  supportAnswer: { says: "We usually reply within 2 hours.", owner: "Operations" },
  curatedFleet: {
    says: "Cars must be registered, insured and pass a safety inspection.",
    owner:
      'Operations, who turn on "Require documents"; approved cars without them are under "Documents missing or expired"',
  },
  driversLicence: {
    says: "You need a valid driving licence, which your host checks at pickup.",
    owner: "Hosts, at the handover",
  },
  liability: { says: "$1M liability", owner: "The insurer of the marketplace" },
  collision: { says: "Collision damage waiver", owner: "The insurer of the marketplace" },
  theft: { says: "Theft protection", owner: "The insurer of the marketplace" },
  hostIncome: {
    says: "The average host earns $300-800 a month.",
    owner: "Finance, who compare it with the bookings of the past year",
  },
  weeklyPayouts: {
    says: "Hosts are paid weekly, every Monday, for the previous week's completed bookings.",
    owner: "Finance",
  },
} as const satisfies Record<string, Claim>;

/** "$1M liability, collision damage waiver and theft protection" */
export const INCLUDED_INSURANCE = `${CLAIMS.liability.says}, ${lowerFirst(CLAIMS.collision.says)} and ${lowerFirst(CLAIMS.theft.says)}`;
