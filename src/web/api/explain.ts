// Explains failures to users of public pages. The table of error messages is loaded on the first
// failure.
import { ApiError } from "./api.ts";
import { OFFLINE } from "./offline-sentence.ts";

/** Like sentenceFor() in problem-sentences.ts. Also returns `otherwise` if the table fails to
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
