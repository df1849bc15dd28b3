// The hosts and renters of the bench's marketplace.
import type pg from "pg";

/**
 * Every first name is combined with every last name. The first of the last names are the most
 * common, as on the islands.
 */
const FIRST_NAMES =
  "Tamika Keisha Marco Anthea Delano Shavonne Tavares Priya Naomi Jordan Latoya Omar Chantel Rashad Zoe".split(
    " ",
  );
const LAST_NAMES =
  "Rolle Ferguson Smith Johnson Knowles Moss Pinder Albury Cartwright Russell Sawyer Bethel Curry Lightbourne Zonicle".split(
    " ",
  );

/** Confirmed accounts with profile and role. Renters have a session too. */
export async function addPeople(
  client: pg.Client,
  role: "host" | "renter",
  count: number,
  today: string,
): Promise<void> {
  const from = `from generate_series(0, ${count - 1}) n`;
  const id = `pg_temp.id_of('${role}', n)`;
  const [FIRST, LAST] = [FIRST_NAMES, LAST_NAMES].map(
    (names) => `array[${names.map((name) => `'${name}'`)}]`,
  );
  await client.query(`
    insert into accounts (id, email, password_hash, email_confirmed_at, created_at, updated_at)
      select ${id}, '${role}' || n || '@example.test', 'unusable', '${today}', '${today}', '${today}' ${from};
    insert into profiles (user_id, first_name, last_name, email, user_type, date_of_birth, created_at, updated_at)
      select ${id}, (${FIRST})[1 + n % ${FIRST_NAMES.length}], (${LAST})[1 + floor(pg_temp.chance(n, 9) ^ 2 * ${LAST_NAMES.length})::int], '${role}' || n || '@example.test', '${role}', '1990-05-17', '${today}', '${today}' ${from};
    insert into user_roles (user_id, role, granted_at) select ${id}, '${role}', '${today}' ${from};`);
  if (role === "renter")
    await client.query(`insert into sessions (id, account_id, created_at, refreshed_at, authentication_method)
      select pg_temp.id_of('session', n), ${id}, '${today}', '${today}', 'password' ${from}`);
}
