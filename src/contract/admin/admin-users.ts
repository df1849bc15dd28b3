// Admin endpoints for people: search, roles, suspension (docs/product.md, Admins).
import { z } from "zod";
import { BOOKING_CHOICES } from "../../domain/booking/admin/trip-hold.ts";
import { OPEN_STATES } from "../../domain/booking/admin/open-booking.ts";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import { ADMIN_ROLES, GRANTED_ROLES, ROLES, USER_TYPES } from "../../domain/person/roles.ts";
import { countedTotal, search, timeOrder } from "./admin.ts";
import { csv, cursor, id, instant, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const ADMIN_USER_FILTERS = ["all", "hosts", "admins", "suspended"] as const;
export type AdminUserFilter = (typeof ADMIN_USER_FILTERS)[number];

export const adminUserSchema = z
  .object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    user_type: z
      .enum(USER_TYPES)
      .describe("Determines what the interface shows. Permissions depend on the roles."),
    roles: z.array(z.enum(ROLES)),
    admin_role: z.enum(ADMIN_ROLES).nullable().describe("What kind of admin an admin is."),
    is_email_confirmed: z.boolean(),
    suspended_at: instant.nullable(),
    is_booking_banned: z
      .boolean()
      .describe("Whether they can't book because a dispute of theirs was lost."),
    last_sign_in_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: "AdminUser" });
export type AdminUser = z.infer<typeof adminUserSchema>;

/** What becomes of one open booking, which the admin saw like this. */
const openBookingChoice = z.strictObject({
  id,
  state: z.enum(OPEN_STATES),
  version: instant,
  choice: z
    .enum(BOOKING_CHOICES)
    .describe("cancel: with a full refund; hold: the trip waits for another decision."),
});

const usersQuery = z.strictObject({
  filter: z.enum(ADMIN_USER_FILTERS).optional(),
  search: search.describe(
    "Part of a name or an email. One or two letters match only the beginning of a word. An id or a phone number also works.",
  ),
  ...timeOrder,
});

export const listAdminUsers = endpoint({
  method: "GET",
  path: "/api/admin/users",
  access: "admin",
  policy: "admin.read",
  summary: "All users, by the time that they joined.",
  query: usersQuery.extend({ cursor: cursor.optional() }),
  output: z.object({
    users: z.array(adminUserSchema),
    next_cursor: z.string().nullable(),
    ...countedTotal,
  }),
  errors: ["dates_reversed"],
});

export const exportAdminUsers = endpoint({
  method: "GET",
  path: "/api/admin/users.csv",
  access: "admin",
  policy: "admin.read",
  summary: "The same users as CSV.",
  query: usersQuery,
  ...csv,
  errors: ["dates_reversed"],
});

export const setUserRole = endpoint({
  method: "POST",
  path: "/api/admin/users/{id}/roles",
  access: "admin",
  policy: "admin.change_roles",
  recentSignIn: true,
  summary:
    "Grants or revokes a role. An admin has one of the three admin roles, so granting another replaces it. Revoking the host role takes the user's listings off the site. The last owner keeps the role. An admin role also needs the confirmation of a second owner, if there is one.",
  params: z.strictObject({ id }),
  body: z.strictObject({ role: z.enum(GRANTED_ROLES), granted: z.boolean() }),
  output: adminUserSchema,
  errors: ["not_found", "user_changed", "last_admin", "approval_required"],
});

export const endUserSessions = endpoint({
  method: "DELETE",
  path: "/api/admin/users/{id}/sessions",
  access: "admin",
  policy: "admin.end_sessions",
  recentSignIn: true,
  summary:
    "Signs a user out everywhere. They can sign in again. Only an owner signs out another admin.",
  params: z.strictObject({ id }),
  output: z.object({ ended: z.int().describe("How many sessions ended.") }),
  errors: ["not_found"],
});

export const endAllSessions = endpoint({
  method: "POST",
  path: "/api/admin/sessions/end",
  access: "admin",
  policy: "admin.end_all_sessions",
  recentSignIn: true,
  summary: "Signs everyone out everywhere, except for the caller's session. The reason is audited.",
  body: z.strictObject({ reason: text(MAX_REASON_LENGTH).min(1, "is required") }),
  output: z.object({ ended: z.int().describe("How many sessions ended.") }),
  errors: [],
});

export const setUserSuspension = endpoint({
  method: "POST",
  path: "/api/admin/users/{id}/suspension",
  access: "admin",
  policy: "admin.suspend",
  summary:
    "Suspends a user or lifts the suspension. A suspended user is refused everywhere and their listings leave the site. There must be one choice for each of their open bookings; the other sides are notified. The reason is sent by email to the user alone.",
  params: z.strictObject({ id }),
  body: z.discriminatedUnion("suspended", [
    z.strictObject({
      suspended: z.literal(true),
      reason: text(MAX_REASON_LENGTH).min(1, "is required"),
      bookings: z
        .array(openBookingChoice)
        .max(2000)
        .optional()
        .describe("May be omitted for a user without open bookings."),
    }),
    z.strictObject({ suspended: z.literal(false) }),
  ]),
  output: adminUserSchema,
  errors: [
    "not_found",
    "user_changed",
    "last_admin",
    "open_bookings_changed",
    "transition_refused",
  ],
});
