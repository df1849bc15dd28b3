// Offers the person's passkeys where the browser suggests email addresses (WebAuthn's conditional
// mediation), in browsers that can.
import { useEffect, useEffectEvent } from "react";
import type { SignedIn } from "../../../session/second-factor.ts";

/** A challenge of the server is valid for five minutes. */
const RENEW_MS = 4 * 60_000;
const ACTIVITY = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

const loadPasskeys = () => import("../../../session/second-factor.ts");

/** Begins with the first activity, so that somebody who only looks loads and asks for nothing. */
export function usePasskeyAutofill(onUsed: (signedIn: SignedIn) => void): void {
  const finish = useEffectEvent(onUsed);
  useEffect(() => {
    const waiting = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const offer = async () => {
      const { offerPasskeys } = await loadPasskeys();
      const signedIn = isOver ? undefined : await offerPasskeys();
      if (signedIn && !isOver) finish(signedIn);
    };
    const begin = () => {
      waiting.abort();
      void offer();
      timer = setInterval(() => void (document.hidden || offer()), RENEW_MS);
    };
    for (const activity of ACTIVITY)
      addEventListener(activity, begin, { once: true, signal: waiting.signal });
    return () => {
      isOver = true;
      waiting.abort();
      if (timer === undefined) return;
      clearInterval(timer);
      void loadPasskeys().then(({ withdrawOffer }) => withdrawOffer());
    };
  }, []);
}
