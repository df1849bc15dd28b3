// What an admin is told is missing before approving a listing.
import { expect, test } from "vitest";
import { findReviewGaps, REVIEW_GAPS, type ReviewFacts } from "./review-gaps.ts";

const complete: ReviewFacts = {
  host: {
    isPhoneVerified: true,
    canVerifyPhone: true,
    identity: "verified",
    hasDateOfBirth: true,
    hasPayoutDetails: true,
  },
  car: {
    license_plate: "SD 77",
    images: ["a", "b", "c"],
    latitude: 25,
    pickup_instructions: "The key is in the lock box.",
  },
  documents: ["self_drive_plate", "insurance", "inspection"],
};

test("finds nothing in a complete listing, and everything in an empty one", () => {
  expect(findReviewGaps(complete)).toEqual([]);
  expect(
    findReviewGaps({
      host: {
        isPhoneVerified: false,
        canVerifyPhone: true,
        identity: "submitted",
        hasDateOfBirth: false,
        hasPayoutDetails: false,
      },
      car: { license_plate: null, images: ["a", "b"], latitude: null, pickup_instructions: null },
      documents: [],
    }),
  ).toEqual(REVIEW_GAPS);
});

test("expects no verified phone where no text messages can be sent", () => {
  const host = { ...complete.host, isPhoneVerified: false };
  expect(findReviewGaps({ ...complete, host })).toEqual(["phone"]);
  expect(findReviewGaps({ ...complete, host: { ...host, canVerifyPhone: false } })).toEqual([]);
});
