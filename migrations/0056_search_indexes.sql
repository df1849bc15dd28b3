-- Admins search for phones by their last digits, and for bookings by the card's last four.
create index profiles_phone_idx on profiles (reverse(phone) text_pattern_ops) where phone is not null;
create index payments_card_idx on payments (card_last4, created_at desc) where card_last4 is not null;
