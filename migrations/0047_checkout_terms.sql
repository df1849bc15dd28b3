-- What the sandbox's checkout page says besides the amounts: what paying does, what is easily
-- overlooked, and whether the card is only authorised.
alter table sandbox_checkouts
  add column note text not null default '',
  add column warning text,
  add column is_hold boolean not null default false;
