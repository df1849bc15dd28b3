-- New listings that their hosts have not finished. A listing gets the id of its draft.
create table listing_drafts (
  id uuid not null constraint listing_drafts_pkey primary key,
  host_id uuid not null constraint listing_drafts_host_id_fkey references accounts (id),
  version integer not null constraint listing_drafts_version_positive check (version > 0),
  content jsonb not null
    constraint listing_drafts_content_object check (jsonb_typeof(content) = 'object'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table listing_drafts is 'New listings that are not sent yet: the form''s fields as typed.';
create index listing_drafts_host_idx on listing_drafts (host_id, updated_at desc);
create index listing_drafts_updated_idx on listing_drafts (updated_at);
