// Admin endpoints for the page of one person and of one booking: what the lists do not show.
import { z } from "zod";
import { AUDIT_ACTORS } from "../../domain/audit.ts";
import { NOTIFICATION_KINDS } from "../../domain/message/notification.ts";
import { REVIEW_SIDES } from "../../domain/review/review.ts";
import { DISPUTE_STATES } from "../../domain/money/dispute.ts";
import { PAYOUT_STATES } from "../../domain/money/payout.ts";
import { DRIVER_FLAGS } from "../../domain/person/driver-flags.ts";
import { IDENTITY_STATES } from "../../domain/person/identity.ts";
import { adminUserSchema } from "./admin-users.ts";
import { bookingNumber, calendarDate, cents, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { businessDocumentSchema } from "../host/business-documents.ts";
import { maskedPayoutDetailsSchema } from "../host/payout-details.ts";

/** How many disputes, reviews and payouts of a person are listed, the newest first. */
export const NEWEST_OF_PERSON = 10;

const person = z.object({ id, name: z.string() });
const booking = z.object({ id, number: bookingNumber });

const payout = z.object({
  id,
  reference: z.string(),
  period_end: calendarDate,
  amount_cents: cents,
  state: z.enum(PAYOUT_STATES),
});

const dispute = z.object({
  id: z.string().describe("The card provider's id."),
  booking,
  side: z.enum(["renter", "host"]).describe("The person's side of the booking."),
  amount_cents: cents,
  reason: z.string(),
  state: z.enum(DISPUTE_STATES),
  opened_at: instant,
  closed_at: instant.nullable(),
});

const review = z
  .object({
    id,
    side: z.enum(REVIEW_SIDES).describe("Who wrote it: the renter or the host of the booking."),
    author: person,
    subject: person,
    booking,
    stars: z.int(),
    body: z.string(),
    created_at: instant,
    is_hidden: z.boolean(),
  })
  .meta({ id: "AdminReview" });
export type AdminReview = z.infer<typeof review>;

export const getAdminUser = endpoint({
  method: "GET",
  path: "/api/admin/users/{id}",
  access: "admin",
  policy: "admin.read",
  summary:
    "A person with their verification, flags as a driver, disputes, published reviews and, for finance admins and owners, money. Their bookings, cars, support cases, audit events and notes have endpoints of their own.",
  params: z.strictObject({ id }),
  output: z.object({
    user: adminUserSchema,
    date_of_birth: calendarDate.nullable(),
    phone_verified_at: instant.nullable(),
    suspension_reason: z
      .string()
      .nullable()
      .describe("Why the person is suspended; null if they are not."),
    flags: z.array(z.enum(DRIVER_FLAGS)),
    verification: z.object({
      state: z.enum(IDENTITY_STATES),
      history: z
        .array(
          z.object({
            at: instant,
            action: z.string().describe("As in the audit log, such as identity.submit."),
            actor_kind: z.enum(AUDIT_ACTORS),
            actor_name: z.string().nullable(),
            reason: z.string().nullable(),
          }),
        )
        .describe("Submissions, decisions and removals, oldest first."),
    }),
    business_documents: z.array(businessDocumentSchema).describe("At most one of each kind."),
    disputes: z.array(dispute).describe("Of charges for bookings on both sides, newest first."),
    reviews: z.array(review).describe("Published ones that they wrote or received, newest first."),
    money: z
      .object({
        paid_cents: cents.describe("Charged to the person as a renter."),
        refunded_cents: cents.describe("Of that, refunded."),
        earned_cents: cents.describe(
          "Earned as a host from completed bookings, after commission and refunds.",
        ),
        balance_cents: cents.describe("What the platform owes the host now."),
        payouts: z.array(payout).describe("Newest first."),
        payout_details: maskedPayoutDetailsSchema.nullable(),
        pending_details: maskedPayoutDetailsSchema
          .nullable()
          .describe("Details that replace the others at their effective_at."),
      })
      .nullable()
      .describe("null for admins who do not see the money."),
  }),
  errors: ["not_found"],
});

export const getBookingRecord = endpoint({
  method: "GET",
  path: "/api/admin/bookings/{id}/record",
  access: "admin",
  policy: "admin.read",
  summary:
    "The reviews, the notifications and, for finance admins and owners, the payouts of a booking.",
  params: z.strictObject({ id }),
  output: z.object({
    reviews: z.array(review).describe("Published ones."),
    notifications: z
      .array(
        z.object({
          to: z.enum(["renter", "host"]),
          kind: z.enum(NOTIFICATION_KINDS),
          title: z.string(),
          created_at: instant,
          read_at: instant.nullable(),
        }),
      )
      .describe(
        "What the two sides were notified of, in the bell and, unless they turned it off, by email. Oldest first.",
      ),
    messages_until: instant
      .nullable()
      .describe("Until when the caller may read the messages; null without a recent reason."),
    payouts: z
      .array(payout)
      .nullable()
      .describe("Those that contain money of the booking; null for admins who do not see them."),
  }),
  errors: ["not_found"],
});
