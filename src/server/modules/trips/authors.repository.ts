// SQL for the people who recorded the entries of the host's side.
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/**
 * The first names of the host and helpers, and the names of runners, by the ids of the entries that
 * they recorded for the host. Leaves out the reader's own entries.
 */
export async function findAuthors(
  db: Db,
  bookingId: string,
  readerId: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select entry.id, case when entry.content ? 'runner_link' then coalesce(link.name, 'A runner')
      else person.first_name end as name
    from trip_entries entry join profiles person on person.user_id = entry.author_id
      left join runner_links link on link.id::text = entry.content ->> 'runner_link'
    where entry.booking_id = ${bookingId} and entry.side = 'host'
      and coalesce(entry.content ->> 'runner_link', entry.author_id::text) <> ${readerId}`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
