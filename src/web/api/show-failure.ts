// Shows a failure as a toast.
import { toast } from "../ui/overlay/toast.ts";
import { isSessionOver } from "./api.ts";
import { withReason } from "./with-reason.ts";
import { sentenceFor } from "./problem-sentences.ts";

/** Shows that something failed, and why. Shows nothing when the session is over, because the user
 *  has already been notified. */
export function showFailure(error: unknown, otherwise: string): void {
  if (isSessionOver(error)) return;
  const description = withReason(otherwise, sentenceFor(error, otherwise));
  toast({ title: "Error", description, variant: "destructive" });
}
