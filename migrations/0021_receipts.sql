-- The last four digits of the card that was charged, for the receipt; null until the provider names them.
alter table payments add column card_last4 text check (card_last4 ~ '^\d{4}$');

-- What became of a booking's lines, for the timeline of its money.
create index payout_items_entry_idx on payout_items (entry_id);
