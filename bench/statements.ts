// Records the statements that the service really sends, so that the comparison cannot drift from
// them, and replays them bare: the same texts, round trips and transactions.
import type { Pool, PoolClient, QueryResult } from "pg";

export interface Statement {
  text: string;
  values: unknown[];
}
/** Steps in order. The statements of one step ran concurrently. */
export type Recording = Statement[][];

/** Records everything that goes through the pool while `work` runs. */
async function recordOnce(pool: Pool, work: () => Promise<void>): Promise<Recording> {
  const steps: Recording = [];
  const restore = new Map<PoolClient, PoolClient["query"]>();
  let inFlight = 0;
  const watch = (client: PoolClient): void => {
    if (restore.has(client)) return;
    const original = client.query;
    const send = original.bind(client) as (text: string, values: unknown[]) => Promise<QueryResult>;
    restore.set(client, original);
    const spy = (text: unknown, values: unknown[] = []): Promise<QueryResult> => {
      if (typeof text !== "string")
        throw new Error("the bench knows statements that are texts only");
      if (inFlight > 0) steps.at(-1)?.push({ text, values });
      else steps.push([{ text, values }]);
      inFlight++;
      return send(text, values).finally(() => inFlight--);
    };
    client.query = spy as PoolClient["query"];
  };
  pool.on("acquire", watch);
  try {
    await work();
    return steps;
  } finally {
    pool.off("acquire", watch);
    for (const [client, original] of restore) client.query = original;
  }
}

const joinTexts = (recording: Recording): string =>
  recording
    .flat()
    .map((each) => each.text)
    .join("\n");

/**
 * Records until two recordings in a row agree, since background jobs sometimes use the same pool.
 * Runs `work` at least twice.
 */
export async function record(pool: Pool, work: () => Promise<void>): Promise<Recording> {
  let before = await recordOnce(pool, work);
  for (let attempt = 0; attempt < 5; attempt++) {
    const recording = await recordOnce(pool, work);
    if (joinTexts(recording) === joinTexts(before)) return recording;
    before = recording;
  }
  throw new Error("the service sends other statements each time");
}

export interface ReplayOptions {
  /** The value to send instead of a recorded one. */
  value?: (recorded: unknown) => unknown;
  onResult?: (statement: Statement, result: QueryResult) => void;
}

/**
 * Replays a recording. A transaction keeps its connection from begin to commit; every other
 * statement takes one from the pool.
 */
export async function replay(
  pool: Pool,
  recording: Recording,
  options: ReplayOptions = {},
): Promise<void> {
  const { value = (recorded) => recorded, onResult } = options;
  let transaction: PoolClient | undefined;
  const send = async (statement: Statement): Promise<void> => {
    if (statement.text === "begin") transaction = await pool.connect();
    const result = await (transaction ?? pool).query(statement.text, statement.values.map(value));
    onResult?.(statement, result);
    if (statement.text !== "commit") return;
    transaction?.release();
    transaction = undefined;
  };
  try {
    for (const step of recording) await Promise.all(step.map(send));
  } finally {
    transaction?.release(true);
  }
}
