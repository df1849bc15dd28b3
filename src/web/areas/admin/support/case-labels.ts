// The labels of a case's states and channels.
import type { CaseOrigin, CaseState } from "../../../../domain/message/support.ts";
import type { BadgeVariant } from "../../../ui/badge.tsx";

export const STATE_BADGES: Record<CaseState, { label: string; variant: BadgeVariant }> = {
  open: { label: "Open", variant: "sun" },
  waiting: { label: "Waiting for them", variant: "secondary" },
  closed: { label: "Closed", variant: "palm" },
};

export const ORIGIN_LABELS: Record<CaseOrigin, string> = {
  form: "Contact form",
  chat: "Live chat",
};
