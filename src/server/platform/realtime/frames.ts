// Frames of the Phoenix protocol as realtime-js uses it (vsn 2.0.0): [join_ref, ref, topic, event,
// payload].
import { z } from "zod";
import { LIVE_EVENT, type LiveChange } from "../../../domain/live.ts";

const ref = z.string().max(64).nullable();
const frameSchema = z.tuple([
  ref,
  ref,
  z.string().max(200),
  z.string().max(64),
  z.record(z.string(), z.unknown()),
]);

export interface Frame {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

const PREFIX = "realtime:";

/** Parses a text frame; undefined if it is malformed. */
export function readFrame(text: string): Frame | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data } = frameSchema.safeParse(json);
  if (!data) return undefined;
  const [joinRef, reference, topic, event, payload] = data;
  return { joinRef, ref: reference, topic, event, payload };
}

const BROADCAST_PUSH = 3;
const HEAD_BYTES = 7;

/**
 * Parses a broadcast, which realtime-js sends in binary: kind, five lengths and the encoding, then
 * the parts of these lengths. The payload is ignored.
 */
export function readBroadcast(bytes: Buffer): Frame | undefined {
  if (bytes[0] !== BROADCAST_PUSH || bytes.length < HEAD_BYTES) return undefined;
  let at = HEAD_BYTES;
  const [joinRef = "", reference = "", topic = ""] = [1, 2, 3].map((part) => {
    const from = at;
    at += bytes[part] ?? 0;
    return bytes.toString("utf8", from, at);
  });
  return {
    joinRef: joinRef || null,
    ref: reference || null,
    topic,
    event: "broadcast",
    payload: {},
  };
}

/** "realtime:admins" -> "admins"; undefined for a topic without our prefix. */
export const topicName = (topic: string): string | undefined =>
  topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) : undefined;

export const replyFrame = (
  { joinRef, ref: reference, topic }: Frame,
  status: "ok" | "error",
  response: object,
): string => JSON.stringify([joinRef, reference, topic, "phx_reply", { status, response }]);

/** Makes the client join again, with the token it has by then. */
export const errorFrame = (joinRef: string | null, topic: string, reason: string): string =>
  JSON.stringify([joinRef, null, topic, "phx_error", { reason }]);

/** One text for all subscribers of the topic. */
export const changeFrame = (name: string, change: LiveChange): string =>
  JSON.stringify([
    null,
    null,
    PREFIX + name,
    "broadcast",
    { type: "broadcast", event: LIVE_EVENT, payload: change },
  ]);
