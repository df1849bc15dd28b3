-- Handover codes are made from a secret and the time, so that they work without a network. Old codes
-- were valid for ten minutes, so none has to be kept.
drop table handover_codes;

create table handover_secrets (
  booking_id uuid not null constraint handover_secrets_booking_id_fkey references bookings (id),
  handover text not null constraint handover_secrets_handover_known check (handover in ('pickup', 'return')),
  sealed bytea not null,
  tries smallint not null constraint handover_secrets_tries_not_negative check (tries >= 0),
  constraint handover_secrets_pkey primary key (booking_id, handover)
);
comment on table handover_secrets is 'What the codes of a handover are made from, until it is confirmed. Only the host''s phone gets it.';
comment on column handover_secrets.sealed is 'Encrypted, and bound to the booking and the handover.';
comment on column handover_secrets.tries is 'How many wrong codes were entered for this secret.';
