-- VAT, which every price includes (docs/decisions/0041). These tables stay empty without VAT numbers.
create table vat_numbers (
  id uuid not null default gen_random_uuid() constraint vat_numbers_pkey primary key,
  owner_id uuid constraint vat_numbers_owner_fkey references accounts (id) on delete cascade,
  vat_number text not null constraint vat_numbers_nine_digits check (vat_number ~ '^[0-9]{9}$'),
  legal_name text not null constraint vat_numbers_legal_name_length check (length(legal_name) between 1 and 120),
  state text not null constraint vat_numbers_state_known
    check (state in ('pending', 'checked', 'rejected', 'removed')),
  submitted_at timestamptz not null,
  checked_at timestamptz,
  ended_at timestamptz,
  decided_by uuid constraint vat_numbers_decided_by_fkey references accounts (id) on delete set null,
  reason text constraint vat_numbers_reason_length check (length(reason) between 1 and 1000),
  constraint vat_numbers_checked_has_time check (state <> 'checked' or checked_at is not null),
  constraint vat_numbers_ended_unless_in_use check ((state in ('rejected', 'removed')) = (ended_at is not null)),
  constraint vat_numbers_rejected_has_reason check ((state = 'rejected') = (reason is not null)),
  constraint vat_numbers_platform_is_not_checked check (owner_id is not null or state in ('checked', 'removed'))
);
comment on table vat_numbers is 'The VAT numbers of hosts and of the platform, and from when to when documents carry them.';
comment on column vat_numbers.owner_id is 'The host; null for the platform.';
comment on column vat_numbers.checked_at is 'From when on documents carry the number, until ended_at.';
create unique index vat_numbers_one_per_state on vat_numbers (owner_id, state) nulls not distinct
  where state in ('pending', 'checked');
create unique index vat_numbers_checked_key on vat_numbers (vat_number) where state = 'checked';
create index vat_numbers_pending_idx on vat_numbers (submitted_at, id) where state = 'pending';

-- The last number of each issuer and kind. A document takes the next one in its own transaction, so
-- a rollback leaves no gap.
create table vat_counters (
  issuer_number text not null,
  kind text not null constraint vat_counters_kind_known check (kind in ('invoice', 'credit_note')),
  last integer not null constraint vat_counters_last_positive check (last >= 1),
  constraint vat_counters_pkey primary key (issuer_number, kind)
);
comment on table vat_counters is 'The last document number of each VAT number and kind.';

create table vat_documents (
  id uuid not null default gen_random_uuid() constraint vat_documents_pkey primary key,
  booking_id uuid not null constraint vat_documents_booking_fkey references bookings (id),
  supply text not null constraint vat_documents_supply_known check (supply in ('rental', 'fees', 'commission')),
  kind text not null constraint vat_documents_kind_known check (kind in ('invoice', 'credit_note')),
  sequence integer not null constraint vat_documents_sequence_positive check (sequence >= 1),
  invoice_id uuid constraint vat_documents_invoice_fkey references vat_documents (id),
  issuer_id uuid,
  issuer_number text not null constraint vat_documents_issuer_number_nine_digits
    check (issuer_number ~ '^[0-9]{9}$'),
  issuer_name text not null,
  recipient_name text not null,
  recipient_number text constraint vat_documents_recipient_number_nine_digits
    check (recipient_number ~ '^[0-9]{9}$'),
  refund_id uuid constraint vat_documents_refund_fkey references refunds (id),
  rate_basis_points integer not null constraint vat_documents_rate_in_range
    check (rate_basis_points between 0 and 10000),
  gross_cents bigint not null,
  vat_cents bigint not null,
  issued_at timestamptz not null,
  constraint vat_documents_number_key unique (issuer_number, kind, sequence),
  constraint vat_documents_note_names_invoice check ((kind = 'credit_note') = (invoice_id is not null)),
  constraint vat_documents_refund_of_note check (refund_id is null or kind = 'credit_note'),
  constraint vat_documents_issuer_by_supply check ((supply = 'rental') = (issuer_id is not null)),
  constraint vat_documents_sign check (
    case kind when 'invoice' then gross_cents > 0 and vat_cents between 0 and gross_cents
      else gross_cents < 0 and vat_cents between gross_cents and 0 end)
);
comment on table vat_documents is 'Tax invoices and credit notes, append-only. The amounts of a credit note are negative.';
comment on column vat_documents.issuer_id is 'The host of a rental; null for the platform.';
comment on column vat_documents.recipient_number is 'The VAT number of the host to whom a commission is invoiced, if there is one.';
comment on column vat_documents.refund_id is 'The refund that a credit note is for; null if a cancelled booking had nothing left to refund.';
comment on column vat_documents.issued_at is 'The tax point: when we learned of the capture, or when the refund was decided.';
create unique index vat_documents_one_invoice on vat_documents (booking_id, supply) where kind = 'invoice';
create index vat_documents_booking_idx on vat_documents (booking_id);
create index vat_documents_issued_idx on vat_documents (issued_at, id);
create trigger vat_documents_append_only before update or delete or truncate on vat_documents
  for each statement execute function refuse_change();

create table vat_document_lines (
  document_id uuid not null constraint vat_document_lines_document_fkey references vat_documents (id),
  position smallint not null,
  code text not null constraint vat_document_lines_code_known
    check (code in ('rental', 'meeting_place', 'extra', 'service_fee', 'processing_fee', 'commission')),
  label text not null,
  gross_cents bigint not null constraint vat_document_lines_gross_not_zero check (gross_cents <> 0),
  vat_cents bigint not null,
  constraint vat_document_lines_pkey primary key (document_id, position)
);
comment on table vat_document_lines is 'The lines of tax documents. They add up to their document.';
create trigger vat_document_lines_append_only before update or delete or truncate on vat_document_lines
  for each statement execute function refuse_change();

create function vat_lines_must_add_up() returns trigger language plpgsql as $$
declare
  document uuid := coalesce(to_jsonb(new) ->> 'document_id', to_jsonb(new) ->> 'id');
begin
  perform from vat_documents d, (
    select coalesce(sum(gross_cents), 0) as gross, coalesce(sum(vat_cents), 0) as vat
    from vat_document_lines where document_id = document
  ) lines
  where d.id = document and (lines.gross, lines.vat) is distinct from (d.gross_cents, d.vat_cents);
  if found then
    raise exception 'the lines of tax document % do not add up', document using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger vat_documents_add_up after insert on vat_documents
  deferrable initially deferred for each row execute function vat_lines_must_add_up();
create constraint trigger vat_document_lines_add_up after insert on vat_document_lines
  deferrable initially deferred for each row execute function vat_lines_must_add_up();

-- Credit notes never return more than their invoice, nor more VAT.
create function vat_notes_must_stay_within_invoice() returns trigger language plpgsql as $$
begin
  perform from (
    select sum(gross_cents) as gross, sum(vat_cents) as vat
    from vat_documents where new.invoice_id in (id, invoice_id)
  ) left_over
  where left_over.gross < 0 or left_over.vat < 0;
  if found then
    raise exception 'credit notes exceed tax document %', new.invoice_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger vat_documents_within_invoice after insert on vat_documents
  deferrable initially deferred for each row when (new.kind = 'credit_note')
  execute function vat_notes_must_stay_within_invoice();
create index vat_documents_invoice_idx on vat_documents (invoice_id) where invoice_id is not null;

alter table ledger_entries drop constraint ledger_entries_account_known;
alter table ledger_entries add constraint ledger_entries_account_known check (account in
  ('card_clearing', 'bank_clearing', 'bank', 'renter', 'host_payable', 'platform_fees', 'vat_payable', 'vat_deferred',
   'provider_fees', 'refunds', 'disputes', 'payouts'));
alter table ledger_transactions drop constraint ledger_transactions_kind_known;
alter table ledger_transactions add constraint ledger_transactions_kind_known check (kind in
  ('authorized', 'authorization_released', 'captured', 'provider_fee', 'refund_decided', 'refunded', 'earned',
   'vat_invoiced', 'vat_credited', 'dispute_opened', 'dispute_won', 'dispute_lost', 'payout', 'payout_paid',
   'payout_returned', 'payout_failed', 'provider_payout', 'provider_payout_arrived', 'provider_payout_failed'));
