// What to tell a person about a failure, for public pages: the table of all sentences is loaded once something has failed.
import { ApiError } from "./api.ts";

/** Told without the table, which would not load either. */
export const OFFLINE = "The server can't be reached. Check your connection and try again.";

/** As sentenceFor() of problem-sentences.ts; `otherwise` also when the table does not load. */
export async function explain(error: unknown, otherwise: string): Promise<string> {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.code === "offline") return OFFLINE;
  try {
    const { sentenceFor } = await import("./problem-sentences.ts");
    return sentenceFor(error, otherwise);
  } catch {
    return otherwise;
  }
}
