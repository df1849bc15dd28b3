-- A won appeal returns the money of a booking that its loss had cancelled. That refund is nobody's
-- decision: the card provider's report triggers it.
alter table refunds alter column actor_id drop not null;
alter table refunds drop constraint refunds_actor_kind_known;
alter table refunds add constraint refunds_actor_kind_known check (actor_kind in ('renter', 'host', 'admin', 'provider'));
alter table refunds add constraint refunds_actor_unless_provider check ((actor_id is null) = (actor_kind = 'provider'));

-- A line of a provider's payout is compared with the other lines of its payment.
create index provider_payout_lines_intent_idx on provider_payout_lines (intent_id) where intent_id is not null;
