// Ends a storm, with the summary that the islands' pages show.
import { useQueryClient } from "@tanstack/react-query";
import type { AdminStorm } from "../../../../contract/admin/admin-storms.ts";
import {
  MAX_STORM_SUMMARY,
  RETURN_AFTER_STORM_HOURS,
  SUMMARY_SHOWN_DAYS,
} from "../../../../domain/storm/storm.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { explainStorm } from "../../../parts/storm/explain-storm.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { STORMS } from "./use-storms.ts";

interface EndDialogProps {
  storm: AdminStorm;
  onClose: (ended: boolean) => void;
}

export function EndDialog({ storm: { id, name }, onClose }: EndDialogProps) {
  const client = useQueryClient();
  const form = useAppForm({
    id: "end-storm",
    initial: { summary: "" },
    check: ({ summary }) => ({ summary: summary.trim() ? undefined : "Enter a summary." }),
    isLive: true,
    draft: storedTexts({ summary: `storm.summary.${id}` }),
    describe: (error) =>
      explainStorm(error, "The storm was not ended. Please try again in a moment."),
    send: async ({ summary }) => {
      const body = { summary: summary.trim() };
      await apiAsUser("POST /api/admin/storms/{id}/end", { params: { id }, body });
      for (const endpoint of STORMS) await invalidateEndpoint(client, endpoint);
      toast({ title: `${name} is over`, description: "We're notifying renters and hosts." });
      onClose(true);
    },
  });
  return (
    <FormDialog
      form={form}
      failureTitle="The storm is still on"
      title={`End ${name}`}
      description={`The usual terms apply again, hosts can inspect their cars, and cars that were due back are now due in ${RETURN_AFTER_STORM_HOURS} hours. This can't be undone.`}
      cancelLabel="Cancel"
      confirmLabel="End storm"
      busyLabel="Ending..."
      onClose={() => onClose(false)}
    >
      <TextareaField
        form={form}
        name="summary"
        label="Summary"
        required
        maxLength={MAX_STORM_SUMMARY}
        hint={`We'll email it to renters and hosts. The islands' pages show it for ${SUMMARY_SHOWN_DAYS} days.`}
      />
    </FormDialog>
  );
}
