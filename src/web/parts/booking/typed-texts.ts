// What is typed on a car's page before booking: the special requests, and the drivers' addresses.
// This browser stores it, so it survives a sign-up, which ends in the tab that the mailed link
// opens. Text typed before signing in moves to the account.
import { useCallback, useEffect, useState } from "react";
import { SPECIAL_REQUESTS_HOURS } from "../../../domain/booking/rental-period.ts";
import { dropDraft, readDraft, storeDraft } from "../../forms/drafts.ts";
import { storedAccount, typingAccount } from "../../session/tab-account.ts";

const TYPED = ["requests", "drivers"] as const;
type Typed = (typeof TYPED)[number];
const VISITOR = "";

/** The texts by car, with the time of the last change in milliseconds. */
type Stored = Record<string, { text: string; at: number }>;

/** Forgets expired texts as it reads. */
function read(account: string, field: Typed): Stored {
  const oldest = Date.now() - SPECIAL_REQUESTS_HOURS * 3_600_000;
  const stored = Object.entries(
    (readDraft(account, field) ?? {}) as Record<string, Stored[string] | null>,
  );
  const current = stored.flatMap(([carId, each]) =>
    each && each.at > oldest ? [[carId, each] as const] : [],
  );
  const texts = Object.fromEntries(current);
  if (current.length < stored.length) write(account, field, texts);
  return texts;
}

function write(account: string, field: Typed, texts: Stored): void {
  if (Object.keys(texts).length > 0) storeDraft(account, field, texts);
  else dropDraft(account, field);
}

/** What the current user has typed for a car, before or after signing in. Another tab may read at
 *  the same time, so the text is stored for the account before it is removed for the visitor. */
function readForCar(carId: string, field: Typed): string {
  const account = typingAccount();
  if (account === undefined) return "";
  const isSignedIn = account !== VISITOR && account === storedAccount()?.id;
  const { [carId]: typed, ...others } = read(VISITOR, field);
  const own = isSignedIn ? read(account, field) : {};
  const current = own[carId] ?? typed;
  if (!isSignedIn) return current?.text ?? "";
  if (typed && !own[carId]) write(account, field, { ...own, [carId]: typed });
  // The texts for other cars may be another visitor's.
  if (typed) write(VISITOR, field, others);
  return current?.text ?? "";
}

function writeForCar(carId: string, field: Typed, text: string): void {
  const account = typingAccount();
  if (text === "") drop(carId, field);
  else if (account !== undefined)
    write(account, field, { ...read(account, field), [carId]: { text, at: Date.now() } });
}

/** Removes what was typed for a car, once it is booked. */
export const dropTypedTexts = (carId: string): void => TYPED.forEach((field) => drop(carId, field));

function drop(carId: string, field: Typed): void {
  for (const account of [typingAccount(), VISITOR]) {
    if (account === undefined) continue;
    const { [carId]: _dropped, ...rest } = read(account, field);
    write(account, field, rest);
  }
}

/** Like useState for one text of a car, but stored. Empty until hydration. */
export function useTypedText(carId: string, field: Typed): [string, (text: string) => void] {
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const stored = readForCar(carId, field);
    // Text typed before hydration takes precedence.
    if (stored) setTyped((current) => current || stored);
  }, [carId, field]);
  const change = useCallback(
    (text: string) => {
      setTyped(text);
      writeForCar(carId, field, text);
    },
    [carId, field],
  );
  return [typed, change];
}
