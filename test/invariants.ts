// Invariants of the database: each statement finds violations.
export const INVARIANTS: Record<string, string> = {
  "a car that is booked twice": `select a.id, b.id as other from bookings a join bookings b on a.car_id = b.car_id and a.id < b.id
     and tstzrange(a.pickup_at, a.return_at) && tstzrange(b.pickup_at, b.return_at)
     where a.status in ('pending', 'approved', 'completed') and b.status in ('pending', 'approved', 'completed')`,
  "a booking that does not hold its dates": `select b.id from bookings b where b.status in ('pending', 'approved') and not exists (
     select from car_calendar c where c.booking_id = b.id and c.car_id = b.car_id and lower(c.during) = b.pickup_at and upper(c.during) >= b.return_at)`,
  "a booking that costs its host more than it earns, without the fee for cancelling it": `select t.booking_id from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where e.account = 'host_payable' and t.booking_id is not null and t.kind not in ('host_fee', 'host_fee_waived') group by 1 having sum(e.amount_cents) > 0`,
  "a hold and the checkout that replaced it, both booked": `select a.id, b.id as other from bookings a join bookings b on b.replaces = a.id
     where a.status <> 'cancelled' and (a.payment_status <> 'unpaid' or b.payment_status <> 'unpaid')`,
  "a hold that leaked": `select c.id from car_calendar c join bookings b on b.id = c.booking_id where b.status in ('cancelled', 'rejected')`,
  "an extra that is booked more often than it exists": `select days.car_id, days.extra_id, days.day from extra_days days
     join car_extras extra on extra.car_id = days.car_id and extra.extra_id = days.extra_id
     group by days.car_id, days.extra_id, days.day, extra.stock having count(distinct days.item) > extra.stock`,
  "a booking without the extras that it includes": `select b.id from bookings b
     join booking_extras included on included.booking_id = b.id
     join car_extras extra on extra.car_id = b.car_id and extra.extra_id = included.extra_id and extra.stock is not null
     where b.status in ('pending', 'approved') and (select count(*) from extra_days days
       where days.booking_id = b.id and days.extra_id = included.extra_id)
       <> included.quantity * (b.end_date - b.start_date + 1)`,
};
