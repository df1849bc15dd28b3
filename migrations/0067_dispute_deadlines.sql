-- By when the card provider wants our answer to a dispute, and whether the admins were reminded.
alter table disputes add column respond_by timestamptz, add column reminded_at timestamptz;
comment on column disputes.respond_by is 'The card provider''s deadline for evidence; null if none.';
