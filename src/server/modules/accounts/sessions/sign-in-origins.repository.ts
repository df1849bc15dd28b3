// The SQL of known origins: the addresses and browsers from which an account has signed in.
import type { Db } from "../../../platform/database/database.ts";
import { addressKey } from "../../../platform/http/rate-limit.ts";
import type { SignInOriginsTable } from "../../../platform/database/schema.ts";
import { hashToken } from "./tokens.ts";

/** Where a request comes from; stored with the session so that its owner can recognise it. */
export interface Client {
  ip: string;
  userAgent: string | undefined;
  /** The id in the browser's cookie, or a new one that the browser receives when it signs in. */
  browser: string;
}

type Origin = Pick<SignInOriginsTable, "kind" | "value">;

export const browserHash = ({ browser }: Pick<Client, "browser">): string =>
  hashToken("browser", browser).toString("hex");

const listOrigins = (client: Client): Origin[] => [
  { kind: "address", value: addressKey(client.ip).slice(0, 64) },
  { kind: "browser", value: browserHash(client) },
];

/** The maximum number of known addresses, and of known browsers, per account. */
const MOST_OF_A_KIND = 50;

/** Records the origins of a successful sign-in and forgets the oldest ones over the limit. */
export async function rememberOrigin(
  db: Db,
  accountId: string,
  client: Client,
  now: string,
): Promise<void> {
  await db
    .insertInto("sign_in_origins")
    .values(
      listOrigins(client).map((origin) => ({
        ...origin,
        account_id: accountId,
        last_sign_in_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "kind", "value"]).doUpdateSet({ last_sign_in_at: now }),
    )
    .execute();
  for (const { kind, value } of listOrigins(client)) {
    const others = db
      .selectFrom("sign_in_origins")
      .select("value")
      .where("account_id", "=", accountId)
      .where("kind", "=", kind)
      .where("value", "!=", value);
    await db
      .deleteFrom("sign_in_origins")
      .where("account_id", "=", accountId)
      .where("kind", "=", kind)
      .where("value", "in", others.orderBy("last_sign_in_at", "desc").offset(MOST_OF_A_KIND - 1))
      .execute();
  }
}

/**
 * The client's origins that are known for the account with this email; none for an unknown email.
 */
export async function findKnownOrigins(
  db: Db,
  email: string,
  client: Client,
): Promise<Set<SignInOriginsTable["kind"]>> {
  const rows = await db
    .selectFrom("sign_in_origins")
    .innerJoin("accounts", "accounts.id", "sign_in_origins.account_id")
    .where("accounts.email", "=", email)
    .where((or) => or.or(listOrigins(client).map(({ kind, value }) => or.and({ kind, value }))))
    .select("kind")
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Forgets all known origins of the account except the client's. */
export async function forgetOtherOrigins(db: Db, accountId: string, client: Client): Promise<void> {
  await db
    .deleteFrom("sign_in_origins")
    .where("account_id", "=", accountId)
    .where(({ not, or, and }) =>
      not(or(listOrigins(client).map(({ kind, value }) => and({ kind, value })))),
    )
    .execute();
}
