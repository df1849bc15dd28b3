// The text of a failure toast: what the specification says failed (section 8), then why.

/**
 * "Failed to delete listing. This car is booked until ...", or the text alone if no more is known.
 * A text that is a sentence already gives way to the reason.
 */
export const withReason = (failed: string, reason: string): string =>
  reason === failed || failed.endsWith(".") ? reason : `${failed}. ${reason}`;
