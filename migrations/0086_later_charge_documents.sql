-- Refunds, waivers and tax documents of charges after the booking (decisions 41 and 44).

create table later_refunds (
  id uuid constraint later_refunds_pkey primary key,
  later_charge_id uuid not null constraint later_refunds_later_charge_id_fkey references later_charges (id),
  amount_cents bigint not null constraint later_refunds_amount_positive check (amount_cents > 0),
  borne_by text not null constraint later_refunds_borne_by_known check (borne_by in ('shared', 'host', 'platform')),
  borne_by_host_cents bigint not null,
  reason text not null constraint later_refunds_reason_length check (length(reason) between 1 and 500),
  decided_by uuid not null,
  decided_at timestamptz not null,
  refused integer not null default 0,
  made_cents bigint not null default 0,
  settled_cents bigint not null default 0,
  dispute_id text constraint later_refunds_dispute_id_fkey references disputes (id),
  made_at timestamptz,
  constraint later_refunds_of_charge unique (id, later_charge_id),
  constraint later_refunds_host_part_within_amount check (borne_by_host_cents between 0 and amount_cents),
  constraint later_refunds_returned_within_amount check (
    made_cents >= 0 and settled_cents >= 0 and made_cents + settled_cents <= amount_cents),
  constraint later_refunds_made_in_full check ((made_at is not null) = (made_cents + settled_cents = amount_cents)),
  constraint later_refunds_settled_by_dispute check ((dispute_id is not null) = (settled_cents > 0))
);
create index later_refunds_charge_idx on later_refunds (later_charge_id);
create index later_refunds_pending_idx on later_refunds (later_charge_id) where made_at is null;
comment on table later_refunds is 'Refunds of charges after the booking that an admin has decided. Append-only, but for their outcome.';
comment on column later_refunds.borne_by_host_cents is 'The share that comes out of the host''s earnings. The platform pays the rest.';
comment on column later_refunds.decided_by is 'The admin.';
comment on column later_refunds.refused is 'How often the provider has definitely refused it.';
comment on column later_refunds.made_cents is 'What the provider has returned of it.';
comment on column later_refunds.settled_cents is 'What a lost dispute has returned of it: the provider no longer has to.';
comment on column later_refunds.made_at is 'When it was returned in full. After a won appeal, the part that the dispute had settled is pending again.';

create function refuse_changed_later_refund() returns trigger language plpgsql as $$
begin
  raise exception 'later refund % was decided and can''t change', old.id using errcode = 'restrict_violation';
end $$;
create trigger later_refunds_fixed before update on later_refunds for each row when (
  (old.id, old.later_charge_id, old.amount_cents, old.borne_by, old.borne_by_host_cents, old.reason, old.decided_by, old.decided_at)
  is distinct from
  (new.id, new.later_charge_id, new.amount_cents, new.borne_by, new.borne_by_host_cents, new.reason, new.decided_by, new.decided_at)
  or new.made_cents < old.made_cents
  or old.made_at is not null and old.dispute_id is null
    and (old.made_at, old.made_cents, old.settled_cents) is distinct from (new.made_at, new.made_cents, new.settled_cents))
  execute function refuse_changed_later_refund();
create trigger later_refunds_stay before delete on later_refunds for each row execute function refuse_changed_later_refund();

-- Nothing is refunded twice, by us or in the provider's dashboard, and the host returns no more than the share.
create function check_later_refund() returns trigger language plpgsql as $$
begin
  perform from later_charges charge, (
    select sum(amount_cents) as cents, sum(borne_by_host_cents) as by_host
    from later_refunds where later_charge_id = new.later_charge_id
  ) refunds
  where charge.id = new.later_charge_id and charge.state = 'paid'
    and refunds.cents + charge.refunded_cents <= charge.amount_cents and refunds.by_host <= charge.host_share_cents;
  if not found then
    raise exception 'later refund % exceeds its charge', new.id
      using errcode = 'check_violation', constraint = 'later_refunds_within_charge';
  end if;
  return null;
end $$;
create trigger later_refunds_checked after insert on later_refunds for each row execute function check_later_refund();

-- An admin's waiver has a reason; a host's has none.
alter table later_charges
  add column waive_reason text,
  add constraint later_charges_waive_reason_length check (length(waive_reason) between 1 and 500),
  add constraint later_charges_waive_reason_of_waiver check (waive_reason is null or state = 'waived');
comment on column later_charges.waive_reason is 'Why an admin waived it; null if the host did.';
-- Charges that were paid before have no tax documents.
alter table later_charges add column has_tax_documents boolean not null default true;
update later_charges set has_tax_documents = false where state = 'paid';
comment on column later_charges.has_tax_documents is 'False if it was paid before such charges had tax documents.';
-- What admins look after, oldest first.
create index later_charges_waiting on later_charges (announced_at) where state in ('contested', 'outstanding');

-- Nobody charges a card that is about to be deleted at its provider.
alter table payments
  add column card_forgotten_at timestamptz,
  add constraint payments_forgotten_card_saved check (card_forgotten_at is null or payment_method_id is not null);
comment on column payments.card_forgotten_at is 'When we stopped using the saved card, which the provider still has to delete.';

alter table later_charges add constraint later_charges_of_booking unique (id, booking_id);
alter table vat_documents
  add column later_charge_id uuid,
  add column later_refund_id uuid,
  add constraint vat_documents_later_charge_fkey foreign key (later_charge_id, booking_id) references later_charges (id, booking_id),
  add constraint vat_documents_later_refund_fkey foreign key (later_refund_id, later_charge_id) references later_refunds (id, later_charge_id),
  add constraint vat_documents_later_refund_of_note check (later_refund_id is null or kind = 'credit_note'),
  add constraint vat_documents_one_refund check (num_nonnulls(refund_id, later_refund_id) < 2),
  add constraint vat_documents_later_supply check (later_charge_id is null or supply in ('rental', 'commission')),
  add constraint vat_documents_later_refund_names_charge check (later_refund_id is null or later_charge_id is not null);
comment on column vat_documents.later_charge_id is 'The charge after the booking that it is about; null for the charge of the booking.';
comment on column vat_documents.later_refund_id is 'The refund of such a charge that a credit note is for.';
drop index vat_documents_one_invoice;
create unique index vat_documents_one_invoice on vat_documents (booking_id, supply, later_charge_id)
  nulls not distinct where kind = 'invoice';

alter table vat_document_lines drop constraint vat_document_lines_code_known;
alter table vat_document_lines add constraint vat_document_lines_code_known check (code in
  ('rental', 'meeting_place', 'extra', 'service_fee', 'processing_fee', 'commission',
   'late_return', 'distance', 'fuel', 'charging'));
