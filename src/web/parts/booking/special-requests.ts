// The special requests typed on a car's page, stored in this browser. They survive a sign-up, which
// ends in the tab that the mailed link opens. Text typed before signing in moves to the account.
import { useCallback, useEffect, useState } from "react";
import { SPECIAL_REQUESTS_HOURS } from "../../../domain/booking/rental-period.ts";
import { dropDraft, readDraft, storeDraft } from "../../forms/drafts.ts";
import { storedAccount, typingAccount } from "../../session/tab-account.ts";

const NAME = "requests";
const VISITOR = "";

/** The texts by car, with the time of the last change in milliseconds. */
type Stored = Record<string, { text: string; at: number }>;

/** Forgets expired texts as it reads. */
function read(account: string): Stored {
  const oldest = Date.now() - SPECIAL_REQUESTS_HOURS * 3_600_000;
  const stored = Object.entries(
    (readDraft(account, NAME) ?? {}) as Record<string, Stored[string] | null>,
  );
  const current = stored.flatMap(([carId, each]) =>
    each && each.at > oldest ? [[carId, each] as const] : [],
  );
  const texts = Object.fromEntries(current);
  if (current.length < stored.length) write(account, texts);
  return texts;
}

function write(account: string, texts: Stored): void {
  if (Object.keys(texts).length > 0) storeDraft(account, NAME, texts);
  else dropDraft(account, NAME);
}

/** What the current user has typed for a car, before or after signing in. Another tab may read at
 *  the same time, so the text is stored for the account before it is removed for the visitor. */
function readForCar(carId: string): string {
  const account = typingAccount();
  if (account === undefined) return "";
  const isSignedIn = account !== VISITOR && account === storedAccount()?.id;
  const { [carId]: typed, ...others } = read(VISITOR);
  const own = isSignedIn ? read(account) : {};
  const current = own[carId] ?? typed;
  if (!isSignedIn) return current?.text ?? "";
  if (typed && !own[carId]) write(account, { ...own, [carId]: typed });
  // The texts for other cars may be another visitor's.
  if (typed) write(VISITOR, others);
  return current?.text ?? "";
}

function writeForCar(carId: string, text: string): void {
  const account = typingAccount();
  if (text === "") dropSpecialRequests(carId);
  else if (account !== undefined)
    write(account, { ...read(account), [carId]: { text, at: Date.now() } });
}

/** Removes the text for a car, once it is booked. */
export function dropSpecialRequests(carId: string): void {
  for (const account of [typingAccount(), VISITOR]) {
    if (account === undefined) continue;
    const { [carId]: _dropped, ...rest } = read(account);
    write(account, rest);
  }
}

/** Like useState for the special requests of a car, but stored. Empty until hydration. */
export function useSpecialRequests(carId: string): [string, (text: string) => void] {
  const [requests, setRequests] = useState("");
  useEffect(() => {
    const stored = readForCar(carId);
    // Text typed before hydration takes precedence.
    if (stored) setRequests((typed) => typed || stored);
  }, [carId]);
  const change = useCallback(
    (text: string) => {
      setRequests(text);
      writeForCar(carId, text);
    },
    [carId],
  );
  return [requests, change];
}
