// Stripe's webhook signature: `t=<unix seconds>,v1=<hex hmac-sha256 of "t.body">`, with a tolerance
// of five minutes.
import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "../../../domain/errors.ts";

const TOLERANCE_SECONDS = 300;

const digest = (body: string, seconds: number, secret: string): Buffer =>
  createHmac("sha256", secret).update(`${seconds}.${body}`).digest();

export function signEvent(body: string, now: Date, secret: string): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${digest(body, seconds, secret).toString("hex")}`;
}

/** @throws DomainError webhook_signature_invalid with the reason. */
export function checkSignature(
  body: string,
  header: string | undefined,
  now: Date,
  secret: string,
): void {
  const parts = (header ?? "").split(",").map((part) => part.trim().split("="));
  const seconds = Number(parts.find(([key]) => key === "t")?.[1]);
  const given = parts
    .filter(([key]) => key === "v1")
    .map(([, value]) => Buffer.from(value ?? "", "hex"));
  if (!Number.isSafeInteger(seconds) || given.length === 0)
    throw new DomainError("webhook_signature_invalid", { reason: "missing" });
  const right = digest(body, seconds, secret);
  if (!given.some((each) => each.length === right.length && timingSafeEqual(each, right)))
    throw new DomainError("webhook_signature_invalid", { reason: "wrong" });
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS)
    throw new DomainError("webhook_signature_invalid", { reason: "too_old" });
}
