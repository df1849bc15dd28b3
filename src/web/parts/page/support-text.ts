// The labels of the support categories.
import type { SupportCategory } from "../../../domain/message/support.ts";

export const CATEGORY_LABELS: Record<SupportCategory, string> = {
  booking: "A booking",
  payment: "A payment",
  vehicle: "A vehicle",
  account: "My account",
  host: "Hosting",
  other: "Something else",
};
