// A setting of the whole marketplace. It is saved immediately.
import { useId } from "react";
import type { MarketplaceSettings } from "../../../contract/admin/admin-verifications.ts";
import { mayAsAdmin } from "../../../domain/policies/admin.ts";
import { ADMIN_LISTINGS } from "../../api/endpoint-groups.ts";
import { useApi } from "../../api/use-api.ts";
import { useStoredSetting } from "../../forms/stored-setting.ts";
import { NotLoaded } from "../../parts/list/not-loaded.tsx";
import { useSession } from "../../session/session.ts";
import { Checkbox } from "../../ui/form/controls.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export interface MarketplaceSettingProps {
  setting: "verified_drivers_only" | "documents_required";
  /** The heading. */
  title: string;
  label: string;
  /** What it changes. */
  text: string;
}

export function MarketplaceSetting({ setting, title, label, text }: MarketplaceSettingProps) {
  const titleId = useId();
  const settings = useApi("GET /api/admin/settings", {});
  const store = useStoreSettings();
  const mayChange = mayAsAdmin("change_settings", useSession());
  return (
    <Panel as="section" aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      {settings.isPending ? (
        <Skeleton className="h-12 w-full max-w-[36rem] rounded-md" />
      ) : settings.data ? (
        <Checkbox
          checked={settings.data[setting]}
          disabled={!mayChange}
          onChange={({ target }) => store.mutate({ [setting]: target.checked })}
          className="items-start"
        >
          <span className="grid">
            <span className="font-medium">{label}</span>
            <span className="max-w-[44rem] text-sm text-muted-foreground">
              {text} Recorded in the audit log.
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

const useStoreSettings = () =>
  useStoredSetting("GET /api/admin/settings", "PATCH /api/admin/settings", {
    call: (body: Partial<MarketplaceSettings>) => ({ body }),
    after: (before, requested) => ({ ...before, ...requested }),
    invalidates: [...ADMIN_LISTINGS, "GET /api/admin/audit"],
  });
