-- Admins may require documents before they approve a car, and hosts store the documents of their
-- business (trips.md section 9).
alter table marketplace_settings
  add column documents_required boolean not null default false;
comment on column marketplace_settings.documents_required is 'Whether a car needs its three documents, valid and opened by an admin, to be approved.';

alter table car_documents
  add column inspected_on date,
  add column inspection_reminded_for date,
  add constraint car_documents_inspected_on_of_inspection check (inspected_on is null or kind = 'inspection'),
  add constraint car_documents_inspection_reminded_of_inspection check (inspection_reminded_for is null or kind = 'inspection');
comment on column car_documents.inspected_on is 'The day of the inspection; null if the host has not entered it.';
comment on column car_documents.inspection_reminded_for is 'The due date of the half-yearly inspection that the host was last reminded of.';

create table business_documents (
  id uuid not null,
  host_id uuid not null constraint business_documents_host_fkey references accounts (id),
  kind text not null constraint business_documents_kind_known check (kind in ('business_licence', 'franchise_letter', 'vat_certificate')),
  type text not null constraint business_documents_type_known check (type in ('image/jpeg', 'application/pdf')),
  bytes integer not null constraint business_documents_bytes_positive check (bytes > 0),
  number text constraint business_documents_number_length check (char_length(number) between 1 and 60),
  expires_on date,
  reminded_days smallint constraint business_documents_reminded_days_known check (reminded_days in (30, 7)),
  key_id text not null constraint business_documents_key_id_format check (key_id ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null,
  constraint business_documents_pkey primary key (id),
  constraint business_documents_host_kind_key unique (host_id, kind)
);
create index business_documents_expiry_idx on business_documents (expires_on) where expires_on is not null;
comment on table business_documents is 'The newest document of each kind of a host''s business. The encrypted file is in an object store of its own, named by the id.';
comment on column business_documents.number is 'The number printed on it; null if the host has not entered it.';
comment on column business_documents.expires_on is 'The last valid day; null if it does not expire.';
comment on column business_documents.reminded_days is 'How many days before expiry the host was last reminded.';
