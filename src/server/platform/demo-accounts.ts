// Keeps the demo accounts, whose password is public, off an instance that the world can reach
// (product.md, stand-ins).
import type { Ctx } from "./context.ts";
import { StartError } from "./start-error.ts";

/**
 * @throws StartError when a live instance finds demo accounts. Nobody else has an address under
 * .test (RFC 6761).
 */
export async function refuseDemoAccounts({
  db,
  config,
}: Pick<Ctx, "db" | "config">): Promise<void> {
  if (config.standInsAllowed) return;
  const found = await db
    .selectFrom("accounts")
    .select("email")
    .where("email", "like", "%@caydrive.test")
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (found)
    throw new StartError(
      `The database holds accounts of the demo, such as ${found.email}, whose password everybody knows: this instance can be reached from outside, and needs a database of its own.`,
    );
}
