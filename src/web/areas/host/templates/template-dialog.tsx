// The dialog for a new or changed template, with a preview for the host's next booking.
import { useId } from "react";
import type { Api } from "../../../../contract/index.ts";
import {
  MAX_TEMPLATE_LENGTH,
  MAX_TEMPLATE_NAME_LENGTH,
  TEMPLATE_MOMENTS,
  TEMPLATE_VARIABLES,
  type TemplateMoment,
} from "../../../../domain/message/template.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { SelectField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { describeTemplateError, MOMENT_NAMES, VARIABLE_NAMES } from "./template-text.tsx";

type Template = Api["GET /api/host/message-templates"]["output"]["templates"][number];

interface TemplateValues {
  name: string;
  /** Empty for one that is sent by hand. */
  moment: string;
  body: string;
}

export interface TemplateDialogProps {
  /** Undefined for a new one. */
  template?: Template;
  onClose: () => void;
}

function useTemplateForm(template: Template | undefined, onClose: () => void) {
  const invalidates = [
    "GET /api/host/message-templates",
    "GET /api/conversations/{id}/templates",
  ] as const;
  const create = useApiMutation("POST /api/host/message-templates", { invalidates });
  const change = useApiMutation("PUT /api/host/message-templates/{id}", { invalidates });
  return useAppForm<TemplateValues>({
    id: useId(),
    describe: describeTemplateError,
    isLive: true,
    findField: (error) => (describeTemplateError(error) ? "body" : undefined),
    initial: {
      name: template?.name ?? "",
      moment: template?.moment ?? "",
      body: template?.body ?? "",
    },
    check: ({ name, body }) => ({
      name: name.trim() ? undefined : "Enter a name",
      body: body.trim() ? undefined : "Write the message",
    }),
    send: async ({ name, moment, body: text }) => {
      const body = {
        name: name.trim(),
        body: text.trim(),
        moment: moment === "" ? null : (moment as TemplateMoment),
      };
      if (template) await change.mutateAsync({ params: { id: template.id }, body });
      else await create.mutateAsync({ body });
      toast({ title: "Template saved" });
      onClose();
    },
  });
}

export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const form = useTemplateForm(template, onClose);
  return (
    <FormDialog
      form={form}
      title={template ? "Edit template" : "New template"}
      failureTitle="The template wasn't saved"
      cancelLabel="Cancel"
      confirmLabel="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Only you and your helpers see it."
        required
        autoComplete="off"
        maxLength={MAX_TEMPLATE_NAME_LENGTH}
      />
      <SelectField form={form} name="moment" label="When to send it">
        <option value="">By hand, from a conversation</option>
        {TEMPLATE_MOMENTS.map((moment) => (
          <option key={moment} value={moment}>
            {MOMENT_NAMES[moment]}
          </option>
        ))}
      </SelectField>
      <TextareaField
        form={form}
        name="body"
        label="Message"
        rows={6}
        required
        maxLength={MAX_TEMPLATE_LENGTH}
      />
      <Variables form={form} />
      <Preview body={form.values.body} />
    </FormDialog>
  );
}

/** Buttons that append a variable to the message. */
function Variables({ form }: { form: AppForm<TemplateValues> }) {
  const { body } = form.values;
  return (
    <div role="group" aria-label="Insert" className="flex flex-wrap gap-2">
      {TEMPLATE_VARIABLES.map((variable) => (
        <Button
          key={variable}
          variant="outline"
          size="small"
          onClick={() =>
            form.set("body", `${body}${body === "" || /\s$/.test(body) ? "" : " "}{${variable}}`)
          }
        >
          {VARIABLE_NAMES[variable]}
        </Button>
      ))}
    </div>
  );
}

function Preview({ body }: { body: string }) {
  const preview = useApiMutation("POST /api/host/message-templates/preview");
  const { data, failure } = preview;
  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        disabled={body.trim() === ""}
        busy={preview.isPending}
        busyLabel="Loading..."
        onClick={() => preview.mutate({ body: { body: body.trim() } })}
      >
        Preview
      </Button>
      <div role="status" className="grid gap-1 empty:hidden">
        {data && (
          <>
            <p className="text-sm text-muted-foreground">
              {data.booking_number
                ? `For your next booking, ${data.booking_number}:`
                : "You'll see a preview once you have an approved booking."}
            </p>
            {data.text !== null && (
              <p className="rounded-md bg-surface-2 p-3 wrap-anywhere whitespace-pre-line">
                {data.text}
              </p>
            )}
          </>
        )}
      </div>
      <p role="alert" className="text-sm text-destructive-text empty:hidden">
        {failure &&
          (describeTemplateError(failure) ?? "The preview didn't load. Please try again.")}
      </p>
    </div>
  );
}
