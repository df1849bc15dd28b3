// The WebSocket that notifies open pages of changes, in the protocol of realtime-js 2 (Phoenix, vsn
// 2.0.0).
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const openLive = endpoint({
  method: "GET",
  path: "/realtime/v1/websocket",
  access: "public",
  summary:
    "A WebSocket. Topics are joined with an access token: realtime:user:<own id>, and realtime:admins for admins. They tell of changes by subject and id, in the broadcast event `changed`; clients send none.",
  query: z.strictObject({
    apikey: z
      .string()
      .max(200)
      .optional()
      .describe("Realtime-js sends one; it means nothing here."),
    vsn: z.literal("2.0.0", "must be 2.0.0"),
    log_level: z.string().max(20).optional(),
  }),
  status: 101,
  output: z.void(),
  errors: ["upgrade_required", "forbidden"],
});
