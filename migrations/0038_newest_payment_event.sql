-- Whether the provider's events arrive is seen from the newest of them.
create index payment_events_received_idx on payment_events (received_at desc);
