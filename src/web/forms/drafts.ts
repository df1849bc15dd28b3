// Drafts of long forms: unsaved input, stored in this browser per user until it is saved or they
// sign out.

const PREFIX = "caydrive.draft.";

const storageKey = (userId: string, name: string): string => `${PREFIX}${userId}.${name}`;

/** The stored draft; undefined if there is none or it is unreadable. */
export function readDraft(userId: string, name: string): unknown {
  try {
    const stored = localStorage.getItem(storageKey(userId, name));
    return stored === null ? undefined : (JSON.parse(stored) as unknown);
  } catch {
    return undefined;
  }
}

/** @returns whether it was stored: storage may be disallowed or full */
export function storeDraft(userId: string, name: string, draft: unknown): boolean {
  try {
    localStorage.setItem(storageKey(userId, name), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(userId: string, name: string): void {
  try {
    localStorage.removeItem(storageKey(userId, name));
  } catch {
    // Storage is not allowed, so there is nothing to remove.
  }
}

/** The names of a user's drafts that begin with this. */
export function draftNames(userId: string, prefix: string): string[] {
  try {
    const start = storageKey(userId, "");
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(start + prefix))
      .map((key) => key.slice(start.length));
  } catch {
    return [];
  }
}

/** Drops the drafts of all accounts but one. Call it on sign-out, and when another account takes
 *  over this browser.
 *  @param except the account that keeps its drafts */
export function forgetDrafts(except?: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !(except && key.startsWith(storageKey(except, ""))))
        localStorage.removeItem(key);
  } catch {
    // Storage is not allowed, so there is nothing to drop.
  }
}
