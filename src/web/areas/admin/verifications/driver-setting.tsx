// The setting that makes bookings require a verified driver. It is saved immediately.
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { useSession } from "../../../session/session.ts";
import { Checkbox } from "../../../ui/form/controls.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useMarketplaceSettings, useStoreSettings } from "./use-admin-verifications.ts";

export function DriverSetting() {
  const settings = useMarketplaceSettings();
  const store = useStoreSettings();
  const mayChange = mayAsAdmin("change_settings", useSession());
  return (
    <Panel as="section" aria-labelledby="driver-setting" className="grid gap-3">
      <h2 id="driver-setting" className="text-lg">
        Who can book
      </h2>
      {settings.isPending ? (
        <Skeleton className="h-12 w-full max-w-[36rem] rounded-md" />
      ) : settings.data ? (
        <Checkbox
          checked={settings.data.verified_drivers_only}
          disabled={!mayChange}
          onChange={({ target }) => store.mutate({ verified_drivers_only: target.checked })}
          className="items-start"
        >
          <span className="grid">
            <span className="font-medium">Verified drivers only</span>
            <span className="max-w-[44rem] text-sm text-muted-foreground">
              Only verified drivers can book, and every car page says so. Existing bookings are not
              cancelled. Recorded in the audit log.
              {!mayChange && " Only an owner can change this."}
            </span>
          </span>
        </Checkbox>
      ) : (
        <NotLoaded what="This setting" query={settings} />
      )}
    </Panel>
  );
}
