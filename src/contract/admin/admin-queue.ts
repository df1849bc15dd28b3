// Admin endpoints for the queue: everything that waits for an admin, by when it is due.
import { z } from "zod";
import { ASSIGNED_KINDS, WORK_KINDS, WORK_ASSIGNEES } from "../../domain/work-queue.ts";
import { cents, cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const assignee = z.object({ id, name: z.string() }).nullable();
const subject = z.string().min(1).max(100);

export const workItemSchema = z
  .object({
    kind: z.enum(WORK_KINDS),
    id: subject.describe("The id of what waits, or the name of a job queue."),
    label: z.string().describe("A name, a title, or what happened."),
    booking_id: id.nullable().describe("The booking that it is about, if it is about one."),
    count: z.int().describe("How many payouts or failed jobs this is; 1 for everything else."),
    amount_cents: cents.nullable().describe("Set for payouts, disputes and charges after trips."),
    since: instant,
    due_at: instant.describe(
      "By when it should be done: the bank's deadline for a dispute, otherwise our own target.",
    ),
    assignee: assignee.describe("The admin who takes care of it."),
  })
  .meta({ id: "WorkItem" });
export type WorkItem = z.infer<typeof workItemSchema>;

export const listWork = endpoint({
  method: "GET",
  path: "/api/admin/queue",
  access: "admin",
  policy: "admin.read",
  summary: "What waits for an admin, the most urgent first.",
  query: z.strictObject({
    kind: z.enum(WORK_KINDS).optional(),
    assignee: z.enum(WORK_ASSIGNEES).optional().describe("mine: the caller's; nobody: unassigned."),
    cursor: cursor.optional(),
  }),
  output: z.object({
    items: z.array(workItemSchema),
    next_cursor: z.string().nullable(),
    total: z.int(),
  }),
  errors: [],
});

export const countWork = endpoint({
  method: "GET",
  path: "/api/admin/queue/counts",
  access: "admin",
  policy: "admin.read",
  summary: "How many items of each kind wait.",
  output: z.object({ counts: z.record(z.enum(WORK_KINDS), z.int()), total: z.int() }),
  errors: [],
});

export const assignWork = endpoint({
  method: "PUT",
  path: "/api/admin/queue/assignee",
  access: "admin",
  policy: "admin.read",
  summary:
    "Assigns an item to the caller, or to nobody, unless another admin was faster. Returns its assignee.",
  body: z.strictObject({
    kind: z.enum(ASSIGNED_KINDS),
    id: subject,
    is_mine: z.boolean().describe("false: to nobody."),
    seen: id.nullable().describe("The assignee whom the caller saw."),
  }),
  output: z.object({ assignee }),
  errors: ["not_found"],
});
