// Changes to support cases by the support module. Messages open and reopen cases by themselves.
import { DomainError } from "../../../domain/errors.ts";
import type { DbCtx } from "../../platform/context.ts";
import { updateCase, type CaseUpdate } from "./cases.repository.ts";

/** @throws DomainError case_changed if the case is no longer at `version` */
export async function saveCase(
  ctx: DbCtx,
  id: string,
  version: number,
  change: CaseUpdate,
): Promise<void> {
  if (!(await updateCase(ctx.db, id, version, change))) throw new DomainError("case_changed");
}
