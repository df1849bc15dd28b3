// What a host still has to do before the first booking.
import { toHostChecklist, type ChecklistItem } from "../../../../domain/person/host-checklist.ts";
import type { Ctx } from "../../../platform/context.ts";
import { findHostFacts } from "./host-checklist.repository.ts";

export const readHostChecklist = async (
  ctx: Pick<Ctx, "db" | "sms">,
  hostId: string,
): Promise<ChecklistItem[]> =>
  toHostChecklist({
    ...(await findHostFacts(ctx.db, hostId)),
    canVerifyPhone: ctx.sms.isOffered,
  });
