// What happens to a tab when another account is signed in on this browser.
// A document belongs to the first account that was signed in there:
// another one gets a new document, so that nothing of the two can mix.
import { dismissAllToasts } from "../ui/overlay/toast.ts";
import { forgetDrafts } from "../forms/drafts.ts";
import { forgetKeptTexts } from "../forms/kept-text.ts";
import { clearScreen, currentSession, makeSession, publish } from "./session-state.ts";
import { claimTab, handTabOver, isTabHandedOver, isTabReleased, storedAccount, type Account } from "./tab-account.ts";

/** Whether the tab is the account's. Where it belongs to another one, its pages are taken away. */
export function isOurAccount(account: Account): boolean {
  if (claimTab(account.id)) return true;
  if (isTabHandedOver()) return false; // the next page is being loaded
  if (isTabReleased()) {
    // Nothing of the account before is on the screen, so there is nothing to say.
    handOver(account.id);
    location.reload();
  } else if (currentSession().replacedBy !== account.email) showReplaced(account);
  return false;
}

function showReplaced({ id, email }: Account): void {
  forgetTyped(id);
  dismissAllToasts();
  clearScreen();
  publish(makeSession({ status: "signed-out", replacedBy: email }));
}

function forgetTyped(nextAccount: string): void {
  forgetKeptTexts();
  forgetDrafts(nextAccount);
}

/** Gives the tab to another account. The caller loads the next page as a document. */
export function handOver(id: string): void {
  forgetTyped(id);
  handTabOver(id);
}

/**
 * The person goes on as the account that has replaced the
 * tab's. The caller loads the next page as a document.
 */
export function acceptReplacement(): void {
  const account = storedAccount();
  if (account) handOver(account.id);
}

/**
 * Whether the tab may ask for something as its account: not
 * once another one is signed in on this browser.
 */
export function isTabCurrent(): boolean {
  const account = storedAccount();
  return !account || isOurAccount(account);
}
