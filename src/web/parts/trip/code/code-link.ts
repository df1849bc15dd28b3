// The link in the QR code on the host's phone: the renter's trip page with the code filled in. The
// code is in the fragment, which browsers don't send. If the renter is signed out, it becomes part
// of the address of the sign-in page.
import type { HandoverKind } from "../../../../domain/trip/entry.ts";
import { HANDOVER_CODE_DIGITS } from "../../../../domain/trip/handover-code.ts";
import { paths } from "../../../paths.ts";

export const codeLink = (bookingId: string, handover: HandoverKind, code: string): string =>
  `${location.origin}${paths.trip(bookingId)}#${handover}=${code}`;

/** The code in this page's address; empty without one. */
export const readScannedCode = (handover: HandoverKind): string => {
  const code = new URLSearchParams(location.hash.slice(1)).get(handover) ?? "";
  return new RegExp(`^\\d{${HANDOVER_CODE_DIGITS}}$`).test(code) ? code : "";
};

/** Removes the code from this page's address, so that a reload doesn't fill it in again. */
export const forgetScannedCode = (): void =>
  history.replaceState(history.state, "", location.pathname + location.search);
