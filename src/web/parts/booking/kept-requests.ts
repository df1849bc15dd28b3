// The special requests typed on a car's page. They are kept in this browser, because a sign-up ends
// in another tab: the mailed link opens one. Text typed before signing in moves to the account.
import { useCallback, useEffect, useState } from "react";
import { REQUESTS_KEPT_DAYS } from "../../../domain/booking/rental-period.ts";
import { dropDraft, readDraft, storeDraft } from "../../forms/drafts.ts";
import { storedAccount, typingAccount } from "../../session/tab-account.ts";

const NAME = "requests";
const VISITOR = "";

/** The texts by car, with the time of the last change in milliseconds. */
type Kept = Record<string, { text: string; at: number }>;

function read(account: string): Kept {
  const oldest = Date.now() - REQUESTS_KEPT_DAYS * 86_400_000;
  const kept = (readDraft(account, NAME) ?? {}) as Kept;
  return Object.fromEntries(Object.entries(kept).filter(([, { at }]) => at > oldest));
}

function write(account: string, kept: Kept): void {
  if (Object.keys(kept).length > 0) storeDraft(account, NAME, kept);
  else dropDraft(account, NAME);
}

/** What the current user has typed for a car, before or after signing in. */
function readRequests(carId: string): string {
  const account = typingAccount();
  if (account === undefined) return "";
  const isSignedIn = account !== VISITOR && account === storedAccount()?.id;
  const kept = { ...read(VISITOR), ...(isSignedIn && read(account)) };
  write(isSignedIn ? account : VISITOR, kept);
  if (isSignedIn) dropDraft(VISITOR, NAME);
  return kept[carId]?.text ?? "";
}

function keepRequests(carId: string, text: string): void {
  const account = typingAccount();
  if (text === "") dropRequests(carId);
  else if (account !== undefined)
    write(account, { ...read(account), [carId]: { text, at: Date.now() } });
}

/** Drops the text for a car, once it is booked. */
export function dropRequests(carId: string): void {
  for (const account of [typingAccount(), VISITOR]) {
    if (account === undefined) continue;
    const { [carId]: _dropped, ...rest } = read(account);
    write(account, rest);
  }
}

/** Like useState for the special requests of a car, but kept. Empty until hydration. */
export function useRequests(carId: string): [string, (text: string) => void] {
  const [requests, setRequests] = useState("");
  useEffect(() => {
    const kept = readRequests(carId);
    // Text typed before hydration takes precedence.
    if (kept) setRequests((typed) => typed || kept);
  }, [carId]);
  const keep = useCallback(
    (text: string) => {
      setRequests(text);
      keepRequests(carId, text);
    },
    [carId],
  );
  return [requests, keep];
}
