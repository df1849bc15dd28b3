// Endpoints for a person's own sessions.
import { z } from "zod";
import { id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const sessionRowSchema = z
  .object({
    id,
    is_current: z.boolean().describe("The one that asks."),
    user_agent: z.string().nullable(),
    address: z
      .string()
      .nullable()
      .describe("The beginning of the network address that it was opened from."),
    signed_in_at: instant,
    last_used_at: instant.describe("To the hour: when its tokens were last renewed."),
  })
  .meta({ id: "SessionRow" });
export type SessionRow = z.infer<typeof sessionRowSchema>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/sessions",
  access: "signed_in",
  summary:
    "One's own sessions that have not ended: the one that asks, then the others, last used first.",
  output: z.object({ sessions: z.array(sessionRowSchema) }),
  errors: [],
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/sessions/{id}",
  access: "signed_in",
  summary: "Ends one of one's own sessions, which counts at once.",
  params: z.strictObject({ id }),
  output: z.object({ ended: z.literal(true) }),
  errors: ["not_found"],
});
