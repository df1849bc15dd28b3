// SQL for the list of cases and its figures.
import { sql } from "kysely";
import type { AdminCases } from "../../../contract/admin/admin-cases.ts";
import type { CaseList } from "../../../domain/cases/case-states.ts";
import type { Db } from "../../platform/database/database.ts";
import type { CaseRow } from "./cases.repository.ts";

const MOST_LISTED = 200;

const STATES: Record<CaseList, readonly CaseRow["state"][]> = {
  to_decide: ["deciding", "appealed"],
  waiting: ["answering", "decided"],
  closed: ["closed"],
};

type ListedCase = Omit<AdminCases["cases"][number], "number"> & { number: number };

/** Open cases by deadline; closed ones, the latest first. */
export async function findListedCases(db: Db, list: CaseList): Promise<ListedCase[]> {
  const { rows } = await sql<ListedCase>`
    select found.id, found.number, found.booking_id, car.title as car, found.kind, found.state,
      host.first_name || ' ' || host.last_name as host_name,
      renter.first_name || ' ' || renter.last_name as renter_name,
      found.claimed_cents, found.final_cents,
      coalesce(closed_at, decision_due_at, appeal_due_at, answer_due_at) as due_at
    from trip_cases found
      join bookings booking on booking.id = found.booking_id
      join car_listings car on car.id = booking.car_id
      join profiles host on host.user_id = booking.host_id
      join profiles renter on renter.user_id = booking.renter_id
    where found.state = any(${[...STATES[list]]}::text[])
    order by ${list === "closed" ? sql`closed_at desc` : sql`due_at`}, found.number
    limit ${MOST_LISTED}`.execute(db);
  return rows;
}

export async function countCases(db: Db): Promise<Record<CaseList, number>> {
  const { rows } = await sql<Record<CaseList, number>>`
    select count(*) filter (where state in ('deciding', 'appealed'))::int as to_decide,
      count(*) filter (where state in ('answering', 'decided'))::int as waiting,
      count(*) filter (where state = 'closed')::int as closed
    from trip_cases`.execute(db);
  return rows[0] ?? { to_decide: 0, waiting: 0, closed: 0 };
}

/** The cases that an admin has to decide, and those of them that are overdue. */
export async function countDue(
  db: Db,
  now: string,
): Promise<{ to_decide: number; overdue: number }> {
  const { rows } = await sql<{ to_decide: number; overdue: number }>`
    select count(*)::int as to_decide, count(*) filter (where decision_due_at <= ${now})::int as overdue
    from trip_cases where state in ('deciding', 'appealed')`.execute(db);
  return rows[0] ?? { to_decide: 0, overdue: 0 };
}

/** @param times instants: now, the beginning of the figures, and of tomorrow in Nassau */
export async function findCaseFigures(
  db: Db,
  { now, since, tomorrow }: { now: string; since: string; tomorrow: string },
): Promise<AdminCases["figures"]> {
  const { rows } = await sql<AdminCases["figures"]>`
    with due as (
      select decision_due_at from trip_cases where state in ('deciding', 'appealed')
    ), decisions as (
      select statement.at, statement.amount_cents, decided.claimed_cents, decided.statements_open_at,
        row_number() over (partition by statement.case_id order by statement.at) as round
      from case_statements statement join trip_cases decided on decided.id = statement.case_id
      where statement.kind = 'decision'
    ), recent as (select * from decisions where at > ${since})
    select
      (select count(*)::int from due where decision_due_at <= ${now}) as overdue,
      (select min(decision_due_at) from due where decision_due_at <= ${now}) as oldest_overdue_at,
      (select count(*)::int from due where decision_due_at > ${now} and decision_due_at < ${tomorrow}) as due_today,
      (select count(*)::int from recent) as decided,
      (select (extract(epoch from avg(at - statements_open_at)) / 3600)::float8 from recent where round = 1) as decision_hours,
      (select count(*)::int from recent where amount_cents < claimed_cents) as for_renter,
      (select count(*)::int from case_statements where kind = 'appeal' and at > ${since}) as appeals`.execute(
    db,
  );
  const [figures] = rows;
  if (!figures) throw new Error("a select without from gives one row");
  return figures;
}
