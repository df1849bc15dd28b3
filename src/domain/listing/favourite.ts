// How many cars somebody may save.

/** Of an account. */
export const MAX_FAVOURITES = 500;
/** Kept in a browser until somebody signs in. */
export const MAX_LOCAL_FAVOURITES = 100;
