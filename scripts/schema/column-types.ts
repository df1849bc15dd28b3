// The domain types of columns, which PostgreSQL's types do not express. A text column that is not
// listed here has the values of its check constraint, if there is one.

/** Files of src, their types, and the columns that hold them. */
export const NAMED_TYPES: Record<string, Record<string, readonly string[]>> = {
  "domain/audit.ts": { AuditActor: ["audit_events.actor_kind"] },
  "domain/booking/booking.ts": {
    BookingStatus: ["alerts.booking_status", "bookings.status"],
    PaymentStatus: ["bookings.payment_status"],
  },
  "domain/review/review.ts": {
    ReviewDecision: ["review_reports.decision"],
    ReviewSide: ["reviews.side"],
  },
  "domain/calendar/calendar-feed.ts": { FeedFailure: ["calendar_feeds.last_error"] },
  "domain/calendar/dates.ts": {
    CalendarDate: [
      "bookings.end_date",
      "bookings.ended_on",
      "bookings.start_date",
      "business_documents.expires_on",
      "car_dates.day",
      "car_documents.expires_on",
      "car_documents.inspected_on",
      "car_documents.inspection_reminded_for",
      "extra_days.day",
      "favourites.end_date",
      "favourites.start_date",
      "ledger_days.day",
      "payout_batches.period_end",
      "profiles.date_of_birth",
      "storms.first_day",
      "storms.last_day",
    ],
  },
  "domain/calendar/time-of-day.ts": {
    TimeOfDay: [
      "bookings.pickup_time",
      "bookings.return_time",
      "favourites.pickup_time",
      "favourites.return_time",
    ],
    HandoverTime: ["car_listings.pickup_from", "car_listings.pickup_until"],
  },
  "domain/listing/car-documents.ts": {
    DocumentKind: ["car_documents.kind"],
    ReminderDays: ["business_documents.reminded_days", "car_documents.reminded_days"],
  },
  "domain/listing/listing.ts": {
    BookingMode: [
      "bookings.booking_mode",
      "car_listings.booking_mode",
      "host_settings.booking_mode",
    ],
    BodyType: ["car_listings.body_type"],
    FuelType: ["car_listings.fuel_type"],
    Transmission: ["car_listings.transmission"],
  },
  "domain/listing/listing-draft.ts": { DraftContent: ["listing_drafts.content"] },
  "domain/listing/add-ons/extras.ts": {
    ExtraKind: ["car_extras.kind"],
    ExtraPricedPer: ["car_extras.per"],
  },
  "domain/listing/prices.ts": { "Weekday[]": ["car_listings.weekend_days"] },
  "domain/listing/photo.ts": { PhotoState: ["photos.state"] },
  "domain/message/alert.ts": {
    AlertChannel: ["alert_choices.channel"],
    AlertKind: ["alert_choices.kind", "alerts.kind"],
  },
  "domain/message/message.ts": {
    ConversationKind: ["conversations.kind"],
    ConversationSide: ["messages.side"],
  },
  "domain/message/notification.ts": {
    NotificationKind: ["notifications.kind", "unwanted_mails.kind"],
  },
  "domain/message/support.ts": {
    CaseOrigin: ["support_cases.origin"],
    CaseState: ["support_cases.state"],
    SupportCategory: ["support_cases.category"],
  },
  "domain/money/charge-line.ts": { ChargeCode: ["booking_lines.code"] },
  "domain/money/dispute.ts": { DisputeStatus: ["disputes.state"] },
  "domain/money/incident.ts": { IncidentKind: ["payment_incidents.kind"] },
  "domain/money/ledger.ts": {
    LedgerAccount: ["ledger_days.account", "ledger_entries.account"],
    LedgerKind: ["ledger_days.kind", "ledger_transactions.kind"],
  },
  "domain/money/payout.ts": {
    CarriedReason: ["payout_carried.reason"],
    PayoutMethodId: ["payouts.method"],
    PayoutState: ["payouts.state"],
  },
  "domain/money/books/provider-payout.ts": {
    ProviderLineKind: ["provider_payout_lines.kind"],
    ProviderPayoutStatus: ["provider_payouts.status"],
  },
  "domain/money/refund.ts": { RefundBearer: ["refunds.borne_by"] },
  "domain/person/business-documents.ts": {
    BusinessDocumentKind: ["business_documents.kind"],
  },
  "domain/person/identity.ts": {
    IdentityDocument: ["identity_documents.kind"],
    IdentityState: ["identities.state", "identity_states.state"],
  },
  "domain/person/roles.ts": {
    AdminRole: ["admin_approvals.role", "user_roles.admin_role"],
    Role: ["user_roles.role"],
    UserType: ["profiles.user_type"],
  },
  "domain/policies/approval.ts": { ApprovedAction: ["admin_approvals.action"] },
  "domain/trip/entry.ts": {
    EntryKind: ["trip_entries.kind"],
    HandoverKind: ["handover_secrets.handover", "trip_entries.handover"],
    EntrySide: ["trip_entries.side"],
  },
  "domain/place/islands.ts": {
    IslandId: ["car_listings.island"],
    "IslandId[]": ["storms.islands"],
  },
  "server/platform/mail/attachment.ts": { "Attachment[]": ["dev_mails.attachments"] },
};

/** The types of jsonb columns; those that are not listed here are `unknown`. */
export const JSON_TYPES: Record<string, string> = {
  "dev_mails.headers": "Record<string, string>",
  "trip_entries.content": "Record<string, unknown>",
  "payment_incidents.details": "Record<string, unknown>",
  "sandbox_checkouts.line_items": "{ name: string; amount_cents: number }[]",
};

/** Columns of views that are never null, although PostgreSQL reports them as nullable. */
export const NEVER_NULL = ["identity_states.user_id", "identity_states.state"];
