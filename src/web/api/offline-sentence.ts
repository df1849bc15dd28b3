// The sentence for a failed connection. It is apart from the table of sentences, which could not be
// loaded either.

export const OFFLINE = "We can't reach the server. Check your connection and try again.";
