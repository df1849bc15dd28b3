-- What each table holds, and the columns whose names do not say it. platform/database/schema.sql and
-- schema.ts repeat these sentences.

comment on table schema_migrations is 'The migrations that were applied, with the checksums of their files.';

-- Accounts
comment on table accounts is 'Who can sign in. A departed account keeps its row without the person, for the rows that refer to it.';
comment on table sessions is 'Sign-ins; each lasts until it is revoked or its last refresh token has expired.';
comment on table refresh_tokens is 'Hashes of refresh tokens, each used once, and again only within ten seconds.';
comment on column refresh_tokens.child_salt is 'Derives the next token from this one, so that a repeated use leads to the same token.';
comment on column refresh_tokens.superseded_at is 'When another token of the session was issued instead of this unused one.';
comment on table sign_in_origins is 'Where an account has signed in from. Rate limits that strangers used up do not apply there.';
comment on column sign_in_origins.value is 'The network address as it is counted, or the hash of the browser''s cookie.';
comment on table one_time_tokens is 'Hashes of the tokens in emailed links: confirmation, recovery, change of email.';
comment on table profiles is 'The person behind an account, with triggers'' totals of the published reviews about them.';
comment on column profiles.photo_id is 'Names the files of the photo. A new photo has a new id, so cached files stay right.';
comment on column profiles.phone_verified_at is 'Null until this phone is verified; another phone has to be verified anew.';
comment on table user_roles is 'The roles that an account has been granted.';

-- Listings
comment on table car_listings is 'Cars for rent, with triggers'' totals of the published reviews about them.';
comment on column car_listings.island is 'Derived from latitude, longitude and location; null when they do not determine an island.';
comment on column car_listings.reviewed_at is 'The last decision of an admin.';
comment on column car_listings.rejection_reason is 'Why the last decision was a rejection; null once the listing is approved.';
comment on column car_listings.approved_with is 'The reviewed fields as the admin approved them, to show what has changed since.';
comment on column car_listings.rating_rank is 'Sorts by rating: hundredths of the average, then the number of reviews; 0 without any.';
comment on table listing_locations is 'Every location that a listing has, in lower case, for searches by part of a name.';
comment on column listing_locations.shown is 'With contact details hidden; null until they are.';
comment on table host_settings is 'What the form of a host''s new listing starts with.';
comment on table car_documents is 'The newest document of each kind. The encrypted file is in the object store, named by the id.';
comment on column car_documents.expires_on is 'The last day on which it is valid; a plate may have no end.';
comment on column car_documents.reminded_days is 'The last reminder that the host received, as days before the expiry.';
comment on table favourites is 'Cars that people have saved.';
comment on column favourites.saved_price_cents is 'The price of a day when the car was saved.';
comment on column favourites.told_price_cents is 'The lowest price of a day that the person was notified of.';

-- Calendar
comment on table car_calendar is 'The days on which a car is taken, as half-open ranges that never overlap.';
comment on column car_calendar.during is 'For example "[2026-12-05,2026-12-08)".';
comment on column car_calendar.hold_id is 'For an unpaid hold whose dates were changed: the id of the range that the hold began with. Ranges of one hold may overlap.';
comment on table calendar_links is 'The secret address at which other programs read a car''s calendar.';
comment on table calendar_feeds is 'Calendars on other sites that are imported into a car''s calendar.';
comment on column calendar_feeds.days is 'All days of the feed, even those booked here: "{[2026-12-05,2026-12-08),[2026-12-20,2026-12-21)}".';
comment on column calendar_feeds.read_at is 'When the content was last read.';
comment on column calendar_feeds.answered_at is 'The last good answer, which may have been "not modified".';

-- Bookings
comment on table bookings is 'Rentals from checkout to completion, with the price, fees and mode they were made with.';
comment on column bookings.total_cents is 'The rental alone: days times price, without fees.';
comment on column bookings.amount_due_cents is 'What the card is charged: the sum of the booking''s lines.';
comment on column bookings.approving_since is 'Set before the capture is requested; from then on lapse, reject and cancel leave the booking alone.';
comment on column bookings.replaces is 'The hold that this checkout replaces, immediately or as soon as that hold has ended.';
comment on column bookings.replacing_since is 'Since when a process has been ending that hold; null before, and after a refusal.';
comment on column bookings.hold_ended_at is 'When its hold ended without a payment; null if the checkout never opened.';
comment on column bookings.counts is 'False for an abandoned checkout.';
comment on table booking_lines is 'The lines of a booking''s charge; they add up to its amount_due_cents.';
comment on table booking_totals is 'Changes to the totals. Their sum is the current figure.';

-- Payments and the ledger
comment on table payments is 'One checkout session at the card provider for each booking.';
comment on column payments.state is 'The provider''s status, applied once.';
comment on column payments.wanted is 'What the provider has yet to do; a job retries it.';
comment on column payments.refused_at is 'When the provider first refused the wanted action for good; admins are notified once.';
comment on column payments.fee_cents is 'The provider''s fee; null until it is known.';
comment on column payments.card_last4 is 'Null until the provider names them.';
comment on column payments.compared_at is 'When our record and the provider''s were last compared.';
comment on table payment_events is 'The inbox of signed webhooks, stored as received before they are handled, once per event.';
comment on table payment_incidents is 'Differences between us and the card provider for an admin to look at. Repeats of one are counted in its row.';
comment on column payment_incidents.key is 'Identifies repeats.';
comment on column payment_incidents.closed_at is 'When an admin closed it; a repeat opens it again.';
comment on table refunds is 'Refunds that were decided. The provider is asked until it has made them, the oldest first.';
comment on column refunds.position is 'The order in which they were decided.';
comment on column refunds.borne_by is 'Set for a partial refund; null for a cancellation.';
comment on column refunds.borne_by_host_cents is 'The share that comes out of the host''s earnings. The platform pays the rest.';
comment on column refunds.refused is 'How often the provider has definitely refused it.';
comment on column refunds.dispute_id is 'The lost dispute that returned the money.';
comment on table disputes is 'Charges that a card''s bank has taken back or asks about. The id and state are the provider''s.';
comment on column disputes.fee_cents is 'What the provider charges for it; zero for an inquiry.';
comment on column disputes.asked_at is 'When the provider was last asked about it.';
comment on table reconciliations is 'Runs that compared open payments with the provider.';
comment on column reconciliations.repaired is 'Payments that followed the provider''s status.';
comment on column reconciliations.reported is 'New incidents.';
comment on column reconciliations.unanswered is 'Payments about which the provider gave no answer.';
comment on column reconciliations.listed_disputes is 'Whether every dispute since the last such run was compared.';
comment on table ledger_transactions is 'Movements of money, append-only; the entries of each sum to zero.';
comment on column ledger_transactions.key is 'Identifies the movement, so that a repeat books nothing.';
comment on table ledger_entries is 'Double entry, append-only: debit is positive, credit negative.';
comment on column ledger_entries.owner_id is 'The renter or the host whose balance it changes.';
comment on table ledger_days is 'Sums of the ledger by day in Nassau, for days that no entry can be added to.';
comment on table sandbox_checkouts is 'What the sandbox knows as a card provider. Only the sandbox reads it.';

-- Payouts
comment on table payout_details is 'Where a host is paid, encrypted (docs/decisions/0010).';
comment on column payout_details.key_id is 'The key that encrypted the row.';
comment on table payout_batches is 'One batch for each week.';
comment on column payout_batches.period_end is 'The Sunday up to which rentals count.';
comment on column payout_batches.exported_at is 'When the bank''s file was last downloaded; every download is in the audit log.';
comment on table payouts is 'One payout per host and batch.';
comment on column payouts.reference is 'Ours, as the statements of both bank accounts show it.';
comment on column payouts.sealed is 'The payout details when the batch was made, encrypted.';
comment on table payout_items is 'The ledger entries that a payout pays. A failed payout releases them for the next one.';
comment on table payout_carried is 'Hosts with a balance whom a batch did not pay, and why.';

-- Messages and support
comment on table conversations is 'A renter and a host about a booking or a car, or anyone with the admins.';
comment on column conversations.renter_id is 'The renter or enquirer; null when the contact form was used without an account.';
comment on column conversations.host_id is 'Null when the admins answer (support).';
comment on column conversations.last_seq is 'Of the newest message; messages are numbered from 1 while the conversation is locked.';
comment on column conversations.host_read_seq is 'How far the host, or the admins together, have read.';
comment on table messages is 'What people write to each other. The client makes the id, so a message sent twice is one.';
comment on column messages.sender_id is 'Null when the contact form was used without an account.';
comment on column messages.is_support is 'Whether it belongs to a support conversation, which admins can search.';
comment on column messages.masked_body is 'The text without contact details, for the other side until a booking is approved; null when nothing is masked.';
comment on table support_cases is 'The support conversations that contain messages; the id is the conversation''s.';
comment on column support_cases.number is 'What people quote, after "CD-".';
comment on column support_cases.name is 'As written in the form, or in the profile when the chat began.';
comment on column support_cases.version is 'Counts the changes, so that an admin changes only what they have seen.';
comment on column support_cases.mailed_seq is 'The last message that the operator was emailed about.';
comment on column support_cases.written_at is 'The time of the newest message.';

-- Notifications
comment on table notifications is 'Notifications of the bell. Each event notifies a person once.';
comment on column notifications.event_key is 'Identifies the event, for example "booking:<id>:reject".';
comment on column notifications.path is 'The page that it links to.';
comment on table unwanted_mails is 'The kinds of email that a person has turned off.';

-- Identity
comment on table identities is 'A person''s verification by an admin.';
comment on column identities.version is 'Counts the changes, so that an admin decides on what they have seen.';
comment on column identities.verified_as is 'The name and date of birth that were compared with the documents.';
comment on table identity_documents is 'The submitted documents. The encrypted files are in an object store of their own, named by the id.';
comment on view identity_states is 'The current state of every profile: a new name or date of birth ends a verification.';
comment on table phone_codes is 'The newest code that was sent to a person''s phone.';
comment on table marketplace_settings is 'What admins decide for the whole marketplace, in one row.';

-- Reviews
comment on table reviews is 'What renter and host write about each other after a rental.';
comment on column reviews.side is 'Who wrote it.';
comment on column reviews.cleanliness is 'Only a renter''s review has the four scores.';
comment on column reviews.sealed_until is 'When both may no longer write, and the review is published at the latest.';
comment on table review_reports is 'Reviews that people report to the admins, and the decisions.';

-- The rest
comment on table photos is 'Uploaded photos of cars. Their files are in the object store under the id.';
comment on column photos.key is 'The random name of the upload and the end of its URL.';
comment on column photos.bytes is 'Size of the master, like width and height.';
comment on table data_copies is 'The newest copy of each person''s data. The encrypted file is in the object store, named by the id.';
comment on table audit_events is 'Who changed what, when and why. Append-only.';
comment on table rate_limits is 'Attempts counted against a limit, until its window ends.';
comment on table dev_mails is 'Emails and text messages that were not sent but are shown in /dev/mailbox.';
