-- The last four digits of the card that was charged, for the receipt; null until the provider names them.
alter table payments add column card_last4 text check (card_last4 ~ '^\d{4}$');
