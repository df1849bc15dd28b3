-- Several sessions that the card provider does not know within an hour look like another account's key.
create index payments_failed_idx on payments (updated_at) where state = 'failed';
