-- "This wasn't me": a link that undoes a second factor.
alter table one_time_tokens drop constraint one_time_tokens_purpose_known;
alter table one_time_tokens add constraint one_time_tokens_purpose_known
  check (purpose in ('signup', 'recovery', 'email_change', 'undo_factor'));
