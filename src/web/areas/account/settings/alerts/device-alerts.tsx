// Turns alerts in this browser on and off, or says why it can't receive any.
import { useEffect, useState } from "react";
import { PRODUCT_NAME } from "../../../../../domain/brand.ts";
import { apiAsUser } from "../../../../api/as-user.ts";
import { useApiAction } from "../../../../api/use-api.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import type { AlertSettings } from "./alert-settings.ts";
import {
  findEndpoint,
  readPushSupport,
  subscribeDevice,
  unsubscribeDevice,
  type PushSupport,
} from "./push-device.ts";

const EXPLANATIONS: Record<Exclude<PushSupport, "supported">, string> = {
  unsupported: "This browser can't receive alerts. Try Chrome, Edge, Firefox or Safari.",
  install_first: `On iPhone and iPad, add ${PRODUCT_NAME} to your Home Screen first: tap Share, then Add to Home Screen. Open it from there and turn alerts on here.`,
  denied: `Notifications from ${PRODUCT_NAME} are blocked. Allow them in your browser's settings for this site, then reload the page.`,
};

export function DeviceAlerts({ settings }: { settings: AlertSettings }) {
  const [support, setSupport] = useState(readPushSupport);
  const [endpoint, setEndpoint] = useState<string | null>();
  useEffect(() => void findEndpoint().then(setEndpoint, () => setEndpoint(null)), []);
  const options = {
    invalidates: ["GET /api/alert-settings"] as const,
    onSettled: async () => {
      setSupport(readPushSupport());
      setEndpoint(await findEndpoint().catch(() => null));
    },
  };
  const turnOn = useApiAction(
    async () => {
      const body = await subscribeDevice(settings.push_key);
      if (body) await apiAsUser("PUT /api/push-subscription", { body });
    },
    { ...options, failed: "We couldn't turn alerts on. Please try again." },
  );
  const turnOff = useApiAction(
    async () => {
      await apiAsUser("DELETE /api/push-subscription", {});
      await unsubscribeDevice();
      toast({ title: "Alerts are off on this device" });
    },
    { ...options, failed: "We couldn't turn alerts off. Please try again." },
  );
  const isOn = Boolean(endpoint) && endpoint === settings.push_endpoint;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-3 font-medium">
          Push on this device {isOn && <Badge variant="palm">On</Badge>}
        </p>
        <p role="status" className="text-sm text-muted-foreground">
          {support === "supported"
            ? isOn
              ? "You'll get alerts here until you sign out."
              : "Get alerts here even when this page is closed."
            : EXPLANATIONS[support]}
        </p>
      </div>
      {support === "supported" && endpoint !== undefined && (
        <Button
          variant={isOn ? "outline" : "secondary"}
          size="small"
          busy={turnOn.isPending || turnOff.isPending}
          busyLabel={isOn ? "Turning off..." : "Turning on..."}
          onClick={() => (isOn ? turnOff : turnOn).mutate()}
        >
          Turn {isOn ? "off" : "on"} <span className="sr-only">push on this device</span>
        </Button>
      )}
    </div>
  );
}
