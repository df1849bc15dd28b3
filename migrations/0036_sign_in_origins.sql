-- Where an account has been signed in to. Limits that strangers have used up do not hold there.
create table sign_in_origins (
  account_id uuid not null,
  kind text not null,
  value text not null, -- the network address as it is counted, or the hash of the browser's cookie
  last_sign_in_at timestamptz not null,
  constraint sign_in_origins_pkey primary key (account_id, kind, value),
  constraint sign_in_origins_account_id_fkey foreign key (account_id) references accounts (id) on delete cascade,
  constraint sign_in_origins_kind_check check (kind in ('address', 'browser')),
  constraint sign_in_origins_value_check check (length(value) between 1 and 64)
);

-- IPv6 addresses count by their first four groups (addressKey); the few that abbreviate these are left out.
insert into sign_in_origins (account_id, kind, value, last_sign_in_at)
select account_id, 'address', address, max(created_at)
from (
  select account_id, created_at,
    coalesce(
      substring(ip from '^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$'),
      substring(lower(ip) from '^((?:[0-9a-f]+:){3}[0-9a-f]+):')
    ) as address
  from sessions
) addresses
where address is not null
group by account_id, address;
