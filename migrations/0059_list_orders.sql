-- The audit log is listed by its time, which its dates limit; and listings by island in any state.
create index audit_events_time_idx on audit_events (at, id);
create index audit_events_type_time_idx on audit_events (subject_type, at, id);
create index audit_events_admin_time_idx on audit_events (at, id) where actor_kind = 'admin';
drop index audit_events_type_idx;
drop index audit_events_admin_idx;
create index car_listings_any_island_idx on car_listings (island, created_at, id) where deleted_at is null;
