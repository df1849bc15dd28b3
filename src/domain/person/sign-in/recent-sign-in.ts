// Actions that a stolen or forgotten session must not take require that the person signed in
// recently (product.md, Accounts). Refreshing tokens does not count.

export const RECENT_SIGN_IN_MINUTES = 60;

export const isRecentSignIn = (signedInAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(signedInAt) <= RECENT_SIGN_IN_MINUTES * 60_000;
