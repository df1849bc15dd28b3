// What a listing and its host lack when an admin decides on it. An admin may approve a listing in
// spite of it, with a reason (product.md, Admin area).
import { DOCUMENT_KINDS, type DocumentKind } from "./car-documents.ts";
import type { IdentityState } from "../person/identity.ts";

/** Fewer photos hardly show a car. */
export const FEW_PHOTOS = 3;

export const REVIEW_GAPS = [
  "phone",
  "identity",
  "date_of_birth",
  "payout_details",
  "license_plate",
  ...DOCUMENT_KINDS,
  "photos",
  "position",
  "pickup_instructions",
] as const;
export type ReviewGap = (typeof REVIEW_GAPS)[number];

export interface ReviewFacts {
  host: {
    isPhoneVerified: boolean;
    /** Whether the program can send text messages; otherwise nobody can verify a phone. */
    canVerifyPhone: boolean;
    identity: IdentityState;
    hasDateOfBirth: boolean;
    hasPayoutDetails: boolean;
  };
  car: {
    license_plate: string | null;
    images: readonly string[];
    latitude: number | null;
    pickup_instructions: string | null;
  };
  /** The documents that are there and have not expired. */
  documents: readonly DocumentKind[];
}

/** What is missing, of the host first. */
export function findReviewGaps({ host, car, documents }: ReviewFacts): ReviewGap[] {
  const isMissing: Record<ReviewGap, boolean> = {
    phone: host.canVerifyPhone && !host.isPhoneVerified,
    identity: host.identity !== "verified",
    date_of_birth: !host.hasDateOfBirth,
    payout_details: !host.hasPayoutDetails,
    license_plate: !car.license_plate,
    self_drive_plate: !documents.includes("self_drive_plate"),
    insurance: !documents.includes("insurance"),
    inspection: !documents.includes("inspection"),
    photos: car.images.length < FEW_PHOTOS,
    position: car.latitude === null,
    pickup_instructions: !car.pickup_instructions,
  };
  return REVIEW_GAPS.filter((gap) => isMissing[gap]);
}
