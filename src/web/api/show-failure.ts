// Shows a failure as a toast.
import { toast } from "../ui/overlay/toast.ts";
import { isSessionOver } from "./api.ts";
import { sentenceFor } from "./problem-sentences.ts";

/** Shows why something failed, or else `otherwise`. Shows nothing when the session is over, because
 *  the user has already been notified. */
export function showFailure(error: unknown, otherwise: string): void {
  if (isSessionOver(error)) return;
  toast({ title: "Error", description: sentenceFor(error, otherwise), variant: "destructive" });
}
