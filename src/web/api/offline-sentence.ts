// The message for a failed connection. It is not in the table of error messages, because that could
// not be loaded either.

export const OFFLINE = "We can't reach the server. Check your connection and try again.";
