// How long texts may be that appear in many places. Limits of one subject are next to its rules.

/** In characters: why somebody rejects, cancels, refunds, hides or suspends. */
export const MAX_REASON_LENGTH = 500;
/** In characters: what is typed into a search box. */
export const MAX_SEARCH_LENGTH = 100;
/** In characters: what the admins' search over everything needs to begin. */
export const MIN_SEARCH_LENGTH = 2;
