// What may make a driver a risk, as badges. Hosts read them too, so they name no details.
import type { DriverFlag } from "../../../domain/person/driver-flags.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";

const TEXTS: Record<DriverFlag, string> = {
  trips_overlap: "Has another trip on these dates",
  verification_rejected: "Verification rejected",
  charge_disputed: "A past payment was disputed",
};

/** About a person rather than one of their trips. */
const PERSON_TEXTS: Record<DriverFlag, string> = {
  ...TEXTS,
  trips_overlap: "Has trips that overlap",
};

export const driverFlagText = (flag: DriverFlag): string => TEXTS[flag];

interface DriverFlagsProps {
  flags: readonly DriverFlag[];
  of?: "trip" | "person";
  /** Beside the badge of the verification, which says itself that it was rejected. */
  besideIdentity?: boolean;
}

/** Renders nothing without flags. Place it in a wrapping row. */
export const DriverFlags = ({ flags, of = "trip", besideIdentity = false }: DriverFlagsProps) => (
  <>
    {flags
      .filter((flag) => !besideIdentity || flag !== "verification_rejected")
      .map((flag) => (
        <Badge key={flag} variant="sun">
          <Icon name="flag" size={14} />
          {(of === "person" ? PERSON_TEXTS : TEXTS)[flag]}
        </Badge>
      ))}
  </>
);
