// How many cars a person may save.

/** Per account. */
export const MAX_FAVOURITES = 500;
/** Stored in a browser until the person signs in. */
export const MAX_LOCAL_FAVOURITES = 100;
