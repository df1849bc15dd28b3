// The text of a failure toast: the specification's text (section 8), then the reason.

/**
 * "Failed to delete listing. This car is booked until ...", or the text alone if no reason is
 * known. If the text is already a sentence, the reason replaces it.
 */
export const withReason = (failed: string, reason: string): string =>
  reason === failed || failed.endsWith(".") ? reason : `${failed}. ${reason}`;
