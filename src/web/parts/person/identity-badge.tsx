// The badge with a person's verification status. The reason for a rejection is private.
import type { IdentityState } from "../../../domain/person/identity.ts";
import { Badge, type BadgeVariant } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";

const BADGES: Record<IdentityState, { variant: BadgeVariant; text: string }> = {
  none: { variant: "quiet", text: "Not verified" },
  submitted: { variant: "sun", text: "In review" },
  verified: { variant: "palm", text: "Verified" },
  rejected: { variant: "destructive", text: "Verification rejected" },
};

export const IdentityBadge = ({ state }: { state: IdentityState }) => (
  <Badge variant={BADGES[state].variant}>
    {state === "verified" && <Icon name="badge-check" size={14} />}
    {BADGES[state].text}
  </Badge>
);
