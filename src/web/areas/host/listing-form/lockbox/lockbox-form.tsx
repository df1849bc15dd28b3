// The lockbox of a car, on the page of its form: for pickups and returns without the host.
import {
  LOCKBOX_CODE,
  MAX_LOCKBOX_CODE_LENGTH,
  MAX_LOCKBOX_DIRECTIONS_LENGTH,
} from "../../../../../domain/trip/lockbox.ts";
import type { EndpointOutput } from "../../../../api/api-cache.ts";
import { useApi, useApiMutation } from "../../../../api/use-api.ts";
import { TextareaField, TextField } from "../../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../../forms/form.tsx";
import { useAppForm } from "../../../../forms/use-app-form.ts";
import { Button } from "../../../../ui/button.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";

const LOCKBOX = "GET /api/host/listings/{id}/lockbox";
type Lockbox = EndpointOutput<typeof LOCKBOX>["lockbox"];

export function LockboxSection({ carId }: { carId: string }) {
  const { data } = useApi(LOCKBOX, { params: { id: carId } });
  return (
    <Panel as="section" aria-labelledby="lockbox" className="grid gap-5">
      <div>
        <h2 id="lockbox" tabIndex={-1} className="scroll-mt-6 text-xl">
          Lockbox
        </h2>
        <p className="text-sm text-muted-foreground">
          With a lockbox, renters pick up and return the car without you. We store the code
          encrypted. A renter sees it at the pickup time, once your or their photos of the outside
          are in, and until the car is back. Please change the code after each trip.
        </p>
      </div>
      {data && <LockboxForm key={data.lockbox?.updated_at} carId={carId} lockbox={data.lockbox} />}
    </Panel>
  );
}

function LockboxForm({ carId, lockbox }: { carId: string; lockbox: Lockbox }) {
  const saving = useApiMutation("PUT /api/host/listings/{id}/lockbox", {
    invalidates: [LOCKBOX],
    onSuccess: () => toast({ title: "Lockbox saved" }),
  });
  const removing = useApiMutation("DELETE /api/host/listings/{id}/lockbox", {
    call: () => ({ params: { id: carId } }),
    invalidates: [LOCKBOX],
    failed: "The lockbox is still here. Please try again.",
    onSuccess: () => toast({ title: "Lockbox removed" }),
  });
  const form = useAppForm({
    id: "lockbox-form",
    initial: { code: lockbox?.code ?? "", directions: lockbox?.directions ?? "" },
    check: ({ code, directions }) => ({
      code: LOCKBOX_CODE.test(code.trim()) ? undefined : "Enter 3 to 12 letters, digits, # or *.",
      directions: directions.trim() ? undefined : "Say where the lockbox is.",
    }),
    send: ({ code, directions }) =>
      saving.mutateAsync({
        params: { id: carId },
        body: { code: code.trim(), directions: directions.trim() },
      }),
  });
  return (
    <Form form={form} failureTitle="The lockbox isn't saved" className="grid gap-5">
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="Letters, digits, # and *."
        autoComplete="off"
        maxLength={MAX_LOCKBOX_CODE_LENGTH}
        fieldClassName="max-w-[16rem]"
      />
      <TextareaField
        form={form}
        name="directions"
        label="Where it is and how it opens"
        hint="For example: Left rear wheel. Press the four digits, then pull down the lid."
        rows={2}
        maxLength={MAX_LOCKBOX_DIRECTIONS_LENGTH}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel="Saving...">
          Save the lockbox
        </SubmitButton>
        {lockbox && (
          <Button
            variant="outline"
            busy={removing.isPending}
            busyLabel="Removing..."
            onClick={() => removing.mutate()}
          >
            Remove the lockbox
          </Button>
        )}
      </div>
    </Form>
  );
}
