-- The child of a refresh token is derived from the token and a random salt, so that a token that is used again leads to
-- the same child. Tokens that were used before have no salt; they are refused after ten seconds, as they were.
alter table refresh_tokens
  add column child_salt bytea,
  add column superseded_at timestamptz,
  add constraint refresh_tokens_child_salt_check
    check (child_salt is null or (length(child_salt) = 32 and used_at is not null)),
  add constraint refresh_tokens_superseded_at_check check (superseded_at is null or used_at is null);
