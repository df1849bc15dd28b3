// Whether renters can extend a trip with this car into free days without asking. Saved immediately,
// apart from the listing's form.
import { useStoredSetting } from "../../../../forms/stored-setting.ts";
import { NotLoaded } from "../../../../parts/list/not-loaded.tsx";
import { useApi } from "../../../../api/use-api.ts";
import { Checkbox } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";

export function ExtensionSetting({ listingId }: { listingId: string }) {
  const params = { id: listingId };
  const setting = useApi("GET /api/host/listings/{id}/extensions", { params });
  const store = useStoredSetting(
    "GET /api/host/listings/{id}/extensions",
    "PUT /api/host/listings/{id}/extensions",
    {
      of: { params },
      call: (is_preapproved: boolean) => ({ params, body: { is_preapproved } }),
      after: (_before, is_preapproved) => ({ is_preapproved, is_default: false }),
    },
  );
  if (setting.isPending) return <Skeleton className="h-20 w-full rounded-md" />;
  if (!setting.data) return <NotLoaded what="The setting for extensions" query={setting} />;
  const { is_preapproved, is_default } = setting.data;
  return (
    <Field
      group
      label="Extensions"
      hint={`If a renter wants to keep the car longer and the days are available, they pay and the trip is extended right away. Otherwise, you're asked each time.${is_default && is_preapproved ? " On by default with instant book." : ""} Saved right away.`}
    >
      <Checkbox checked={is_preapproved} onChange={({ target }) => store.mutate(target.checked)}>
        Pre-approve extensions
      </Checkbox>
    </Field>
  );
}
