// What happens in a tab when another account signs in on this browser. A document belongs to the
// first account that signed in there, and another account gets a new one, so that their data never
// mixes.
import { dismissAllToasts } from "../ui/overlay/toast.ts";
import { forgetDrafts } from "../forms/drafts.ts";
import { clearStoredTexts } from "../forms/stored-text.ts";
import { clearScreen, currentSession, makeSession, publishSession } from "./session-state.ts";
import {
  claimTab,
  markTabSwitched,
  isTabSwitched,
  isTabReleased,
  storedAccount,
  type Account,
} from "./tab-account.ts";

/** Whether the tab belongs to the account. If not, its pages are removed from the screen. */
export function isOurAccount(account: Account): boolean {
  if (claimTab(account.id)) return true;
  if (isTabSwitched()) return false; // The next page is loading.
  if (isTabReleased()) {
    // Nothing of the previous account is on the screen, so no notice is needed.
    switchTab(account.id);
    location.reload();
  } else if (currentSession().replacedBy !== account.email) showReplaced(account);
  return false;
}

function showReplaced({ id, email }: Account): void {
  forgetTyped(id);
  dismissAllToasts();
  clearScreen();
  publishSession(makeSession({ status: "signed-out", replacedBy: email }));
}

function forgetTyped(nextAccount: string): void {
  clearStoredTexts();
  forgetDrafts(nextAccount);
}

/** Assigns the tab to another account. The caller loads the next page as a new document. */
export function switchTab(id: string): void {
  forgetTyped(id);
  markTabSwitched(id);
}

/** Continues as the account that replaced the tab's. The caller loads the next page as a new
 *  document. */
export function acceptReplacement(): void {
  const account = storedAccount();
  if (account) switchTab(account.id);
}

/** Whether the tab may still make requests as its account: not once another one has signed in on
 *  this browser. */
export function isTabCurrent(): boolean {
  const account = storedAccount();
  return !account || isOurAccount(account);
}
