// The dialog that invites a helper or changes their rights for each car.
import { useId } from "react";
import type { Api } from "../../../../contract/index.ts";
import { HELPER_RIGHTS, type HelperRight } from "../../../../domain/helper/helpers.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { FormField, TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { describeHelperError } from "../../../parts/helper/explain-helper.tsx";
import { RIGHT_HINTS, RIGHT_NAMES } from "../../../parts/helper/rights-text.ts";
import { Checkbox } from "../../../ui/form/controls.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

type Helpers = Api["GET /api/host/helpers"]["output"];
type Helper = Helpers["helpers"][number];

interface HelperValues {
  email: string;
  /** "<id of the car> <right>" */
  rights: string[];
}

const toValue = (carId: string, right: HelperRight): string => `${carId} ${right}`;

const toCars = (rights: readonly string[], cars: Helpers["cars"]) =>
  cars.flatMap(({ id }) => {
    const granted = HELPER_RIGHTS.filter((right) => rights.includes(toValue(id, right)));
    return granted.length > 0 ? [{ car_id: id, rights: granted }] : [];
  });

export interface HelperDialogProps {
  cars: Helpers["cars"];
  /** Undefined for a new one. */
  helper?: Helper;
  onClose: () => void;
}

export function HelperDialog({ cars, helper, onClose }: HelperDialogProps) {
  const invalidates = ["GET /api/host/helpers"] as const;
  const invite = useApiMutation("POST /api/host/helpers", { invalidates });
  const change = useApiMutation("PUT /api/host/helpers/{id}", { invalidates });
  const form = useAppForm<HelperValues>({
    id: useId(),
    describe: describeHelperError,
    isLive: true,
    initial: {
      email: helper?.email ?? "",
      rights:
        helper?.cars.flatMap(({ car_id, rights }) =>
          rights.map((right) => toValue(car_id, right)),
        ) ?? [],
    },
    check: ({ email, rights }) => ({
      email: email.includes("@") ? undefined : "Enter an email address",
      rights: rights.length > 0 ? undefined : "Choose what they can help with",
    }),
    send: async ({ email, rights }) => {
      const body = { cars: toCars(rights, cars) };
      if (helper) await change.mutateAsync({ params: { id: helper.id }, body });
      else await invite.mutateAsync({ body: { ...body, email: email.trim() } });
      toast({ title: helper ? "Access changed" : `Invitation sent to ${email.trim()}` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={helper ? "Change access" : "Invite a helper"}
      description={
        helper
          ? `Choose what ${helper.first_name ?? helper.email} can do. Changes apply right away.`
          : "We'll email a link. It only works for an account with this address."
      }
      failureTitle={helper ? "Your changes weren't saved" : "The invitation wasn't sent"}
      cancelLabel="Cancel"
      confirmLabel={helper ? "Save" : "Send invitation"}
      busyLabel={helper ? "Saving..." : "Sending..."}
      onClose={onClose}
    >
      {!helper && (
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          required
          autoComplete="off"
        />
      )}
      <Rights form={form} cars={cars} />
    </FormDialog>
  );
}

function Rights({ form, cars }: { form: AppForm<HelperValues>; cars: Helpers["cars"] }) {
  const { rights } = form.values;
  const toggle = (value: string, isOn: boolean) =>
    form.set("rights", isOn ? [...rights, value] : rights.filter((each) => each !== value));
  return (
    <FormField form={form} name="rights" label="What they can help with" group>
      <div className="grid gap-4">
        <ul className="grid gap-1 text-sm text-muted-foreground">
          {HELPER_RIGHTS.map((right) => (
            <li key={right}>
              <b className="font-medium">{RIGHT_NAMES[right]}:</b> {RIGHT_HINTS[right]}.
            </li>
          ))}
        </ul>
        {cars.map(({ id, title, license_plate: plate }) => (
          <fieldset key={id} className="grid gap-1">
            <legend className="font-medium wrap-anywhere">
              {title}
              {plate && `, ${plate}`}
            </legend>
            <div className="flex flex-wrap gap-x-5">
              {HELPER_RIGHTS.map((right) => {
                const value = toValue(id, right);
                return (
                  <Checkbox
                    key={right}
                    checked={rights.includes(value)}
                    onChange={({ target }) => toggle(value, target.checked)}
                  >
                    {RIGHT_NAMES[right]}
                  </Checkbox>
                );
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </FormField>
  );
}
