// Explains failures to users of public pages. The table of all sentences is loaded only once
// something has failed.
import { ApiError } from "./api.ts";
import { OFFLINE } from "./offline-sentence.ts";

/** Like sentenceFor() in problem-sentences.ts. Also returns `otherwise` when the table does not
 *  load. */
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
