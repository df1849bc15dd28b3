-- A refund may be for booked days, and host and platform may share it in proportion to their earnings.
alter table refunds add column days smallint;
alter table refunds drop constraint refunds_host_share_within_amount, drop constraint refunds_borne_by_known;
alter table refunds
  add constraint refunds_borne_by_known check (borne_by in ('shared', 'host', 'platform')),
  add constraint refunds_host_share_within_amount
    check (borne_by_host_cents between 0 and amount_cents
      and (coalesce(borne_by in ('shared', 'host'), false) or borne_by_host_cents = 0)),
  add constraint refunds_days_of_a_part check (days is null or (days > 0 and borne_by is not null));
comment on column refunds.days is 'The number of booked days that it is for; null for an amount.';
