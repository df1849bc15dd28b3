-- The browser that a session belongs to, as a hash of the id in its cookie. The next sign-in there
-- ends the session, whichever account it is for. Unknown for older sessions.
alter table sessions add column browser text
  constraint sessions_browser_length check (length(browser) = 64);
create index sessions_browser_idx on sessions (browser)
  where browser is not null and revoked_at is null;
