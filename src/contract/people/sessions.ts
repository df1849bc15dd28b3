// Endpoints for a person's own sessions.
import { z } from "zod";
import { id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const sessionRowSchema = z
  .object({
    id,
    is_current: z.boolean().describe("Whether this is the caller's session."),
    user_agent: z.string().nullable(),
    address: z
      .string()
      .nullable()
      .describe("The beginning of the IP address from which the session was opened."),
    signed_in_at: instant,
    last_used_at: instant.describe("When the session's tokens were last refreshed, to the hour."),
  })
  .meta({ id: "SessionRow" });
export type SessionRow = z.infer<typeof sessionRowSchema>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/sessions",
  access: "signed_in",
  summary:
    "The signed-in user's active sessions: the caller's first, then the others, last used first.",
  output: z.object({ sessions: z.array(sessionRowSchema) }),
  errors: [],
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/sessions",
  access: "signed_in",
  recentSignIn: true,
  summary: "Ends all of the signed-in user's sessions but the caller's immediately.",
  output: z.object({ ended: z.literal(true) }),
  errors: [],
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/sessions/{id}",
  access: "signed_in",
  recentSignIn: true,
  summary: "Ends one of the signed-in user's sessions immediately.",
  params: z.strictObject({ id }),
  output: z.object({ ended: z.literal(true) }),
  errors: ["not_found"],
});
