// The digits that the host's phone shows, made on the phone.
import {
  codeDigits,
  codeMessage,
  type CodedReading,
} from "../../../../domain/trip/handover-code.ts";
import type { HandoverKind } from "../../../../domain/trip/entry.ts";

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
    char.charCodeAt(0),
  );

/** @param secret in base64url */
export async function makeCode(
  secret: string,
  handover: HandoverKind,
  reading: CodedReading,
  step: number,
): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", fromBase64Url(secret), algorithm, false, [
    "sign",
  ]);
  const text = new TextEncoder().encode(codeMessage(handover, reading, step));
  return codeDigits(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}
