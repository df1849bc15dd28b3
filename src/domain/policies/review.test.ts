import { expect, test } from "vitest";
import { authorize, isAllowed, type Reader } from "./policy.ts";
import { partyToReview, REVIEW_POLICY } from "./review.ts";

const reader = (id: string): Reader => ({ id, roles: ["renter"] });
const OF_CAR = { side: "renter", author_id: "r", subject_id: "h" } as const;
const OF_RENTER = { side: "host", author_id: "h", subject_id: "r" } as const;

test("a reader is the author, the host whom it is about, or anybody else", () => {
  expect(partyToReview(OF_CAR, reader("r"))).toBe("author");
  expect(partyToReview(OF_CAR, reader("h"))).toBe("host");
  expect(partyToReview(OF_CAR, reader("x"))).toBe("public");
  expect(partyToReview(OF_RENTER, reader("r"))).toBe("public");
});

test("only the host answers, and everybody but the author reports", () => {
  expect(authorize(REVIEW_POLICY.answer, ["host"], "review")).toBe("host");
  expect(() => authorize(REVIEW_POLICY.answer, ["public"], "review")).toThrow("not_found");
  const reporters = ["author", "host", "public"].filter((party) =>
    isAllowed(REVIEW_POLICY.report, party, {}),
  );
  expect(reporters).toEqual(["host", "public"]);
});
