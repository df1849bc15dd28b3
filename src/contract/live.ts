// The WebSocket that notifies open pages of changes, in the protocol of realtime-js 2 (Phoenix, vsn
// 2.0.0).
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const openLive = endpoint({
  method: "GET",
  path: "/realtime/v1/websocket",
  access: "public",
  summary:
    "A WebSocket. Clients join topics with an access token: realtime:user:<own id>, and realtime:admins for admins. The broadcast event `changed` reports changes by subject and id; clients send no events.",
  query: z.strictObject({
    apikey: z.string().max(200).optional().describe("Sent by realtime-js and ignored."),
    vsn: z.literal("2.0.0", "must be 2.0.0"),
    log_level: z.string().max(20).optional(),
  }),
  status: 101,
  output: z.void(),
  errors: ["upgrade_required", "forbidden"],
});
