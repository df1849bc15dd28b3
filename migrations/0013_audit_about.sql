-- Ids are unique over all kinds of things, so the kind need not come first: a search about an id finds it without naming one.
create index audit_events_about_idx on audit_events (subject_id, id);
drop index audit_events_subject_idx;
