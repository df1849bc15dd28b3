// What a person has typed into a long form and not saved: kept in this browser, for each person apart, until it is saved or they sign out.

const PREFIX = "caydrive.draft.";

const keyOf = (userId: string, name: string): string => `${PREFIX}${userId}.${name}`;

/** The draft as it was kept; undefined for none, or one that can't be read. */
export function readDraft(userId: string, name: string): unknown {
  try {
    const kept = localStorage.getItem(keyOf(userId, name));
    return kept === null ? undefined : (JSON.parse(kept) as unknown);
  } catch {
    return undefined;
  }
}

/** @returns whether it could be kept: there may be no storage here, or no room in it */
export function keepDraft(userId: string, name: string, draft: unknown): boolean {
  try {
    localStorage.setItem(keyOf(userId, name), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(userId: string, name: string): void {
  try {
    localStorage.removeItem(keyOf(userId, name));
  } catch {
    // No storage allowed here, so nothing is kept.
  }
}

/**
 * Drops everybody's but one account's. Call it when somebody
 * signs out, or another account takes this browser over.
 * @param except the account that keeps its drafts
 */
export function forgetDrafts(except?: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !(except && key.startsWith(keyOf(except, "")))) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
