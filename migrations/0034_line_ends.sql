-- A lone CR ends a line for some readers of calendar files. It is refused now (contract/common.ts); what was
-- stored before becomes LF.
update car_listings
set description = regexp_replace(description, E'\r\n?', E'\n', 'g'),
  pickup_instructions = regexp_replace(pickup_instructions, E'\r\n?', E'\n', 'g')
where strpos(coalesce(description, '') || coalesce(pickup_instructions, ''), E'\r') > 0;
update profiles set about = regexp_replace(about, E'\r\n?', E'\n', 'g') where strpos(about, E'\r') > 0;
update bookings
set special_requests = regexp_replace(special_requests, E'\r\n?', E'\n', 'g'),
  decision_reason = regexp_replace(decision_reason, E'\r\n?', E'\n', 'g')
where strpos(coalesce(special_requests, '') || coalesce(decision_reason, ''), E'\r') > 0;
