// The server's time on this device, whose clock may be wrong: the difference is learned from
// responses, and stays known without a network.
import { onApiResponse } from "../api/api.ts";

const KEY = "caydrive.clock-offset";
/** A slower response says too little, or the device slept in the meantime. */
const MAX_ROUND_TRIP_MS = 5000;
/** The header's precision, and about what a slow network adds. */
const UNKNOWN_MS = 5000;

function readOffset(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return 0; // Storage is not allowed.
  }
}
let offsetMs: number | undefined;

/** Learns from every response from now on. */
export const learnServerTime = (): void =>
  onApiResponse(({ headers }, begunAt) => {
    const now = Date.now();
    const sentAt = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(sentAt) || now < begunAt || now - begunAt > MAX_ROUND_TRIP_MS) return;
    const found = sentAt - (begunAt + now) / 2;
    offsetMs = Math.abs(found) > UNKNOWN_MS ? Math.round(found) : 0;
    try {
      localStorage.setItem(KEY, String(offsetMs));
    } catch {
      // Storage is not allowed: the offset is known until the page is left.
    }
  });

const offset = (): number => (offsetMs ??= readOffset());

/** Milliseconds since the epoch, by the server's clock as far as it is known. */
export const serverNow = (): number => Date.now() + offset();

export interface Stamp {
  /** In ISO 8601, by the server's clock as far as it is known. */
  at: string;
  /** What this device's clock shows, if that differs. */
  deviceAt?: string;
}

/** The time of an entry that is made now. */
export function stampEntry(): Stamp {
  const now = new Date();
  if (offset() === 0) return { at: now.toISOString() };
  const at = new Date(now.getTime() + offset()).toISOString();
  return { at, deviceAt: now.toISOString() };
}
