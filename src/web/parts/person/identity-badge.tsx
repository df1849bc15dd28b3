// The badge with a person's verification status. The reason for a rejection is private.
import { BadgeCheck } from "lucide-react";
import type { IdentityState } from "../../../domain/person/identity.ts";
import { Badge, type BadgeVariant } from "../../ui/badge.tsx";

const BADGES: Record<IdentityState, { variant: BadgeVariant; text: string }> = {
  none: { variant: "quiet", text: "Not verified" },
  submitted: { variant: "sun", text: "In review" },
  verified: { variant: "palm", text: "Verified" },
  rejected: { variant: "destructive", text: "Verification rejected" },
};

export const IdentityBadge = ({ state }: { state: IdentityState }) => (
  <Badge variant={BADGES[state].variant}>
    {state === "verified" && <BadgeCheck aria-hidden="true" size={14} strokeWidth={2} />}
    {BADGES[state].text}
  </Badge>
);
