// Receives the notifications of other nodes from PostgreSQL (LISTEN), on a dedicated connection
// that reconnects by itself.
import type { PoolClient } from "pg";
import type pg from "pg";
import type { Logger } from "pino";

const RECONNECT_MS = 1000;

/**
 * Calls `onMessage` with each notification on `channel`, and once without a payload after a
 * reconnect, because messages may have been lost.
 * @returns a function that stops listening.
 */
export async function listenTo(
  pool: pg.Pool,
  channel: string,
  onMessage: (payload: string | undefined) => void,
  log: Logger,
): Promise<() => Promise<void>> {
  let client: PoolClient | undefined;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = await pool.connect();
    next.on("notification", ({ payload }) => onMessage(payload));
    // A released connection may still report its end when the server goes down.
    next.on("error", (error) => {
      if (stopped || client !== next) return;
      log.warn({ err: error }, "notifications lost, connecting again");
      client = undefined;
      next.release(error);
      retry();
    });
    client = next;
    await next.query(`listen ${channel}`);
  };
  const retry = (): void => {
    if (stopped) return;
    clearTimeout(again);
    again = setTimeout(() => void connect().then(() => onMessage(undefined), retry), RECONNECT_MS);
    again.unref();
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(again);
    const last = client;
    client = undefined;
    last?.removeAllListeners("notification");
    last?.release(true);
  };
}
