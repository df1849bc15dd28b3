-- A refund that the host bears costs the host at most what the booking earns; the platform bears the rest.
alter table refunds add column borne_by_host_cents bigint not null default 0;
update refunds set borne_by_host_cents = amount_cents where borne_by = 'host';
alter table refunds
  add constraint refunds_borne_by_host_check
    check (borne_by_host_cents between 0 and amount_cents and (borne_by is not distinct from 'host' or borne_by_host_cents = 0));
