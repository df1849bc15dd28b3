// One item of a sweep, whose failure must not stop the others.
import { isDomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../context.ts";

/** Logs an error instead of throwing it. @returns whether the work is done or unnecessary */
export async function sweepItem(
  ctx: Pick<Ctx, "log">,
  logFields: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // Another process may have moved it between the search and the lock.
    if (isDomainError(error, "transition_refused")) return true;
    ctx.log.error({ err: error, ...logFields }, "sweep");
    return false;
  }
}
