// Who may enter the host area: hosts and admins (specification section 6).
import { DomainError } from "../errors.ts";
import { allow, type Reader } from "./policy.ts";

/** helper: a person with that right for a car, who sees no other cars. */
export const HOST_AREA_POLICY = {
  enter: allow(["host", "admin"]),
  read_calendar: allow(["host", "admin", "helper"]),
  read_day_sheet: allow(["host", "admin", "helper"]),
};

export const mayEnterHostArea = ({ roles }: Pick<Reader, "roles">): boolean =>
  roles.some((role) => HOST_AREA_POLICY.enter.who.some((allowed) => allowed === role));

/** @throws DomainError forbidden for a person who is neither host nor admin */
export function requireHost(reader: Reader): void {
  if (!mayEnterHostArea(reader)) throw new DomainError("forbidden");
}
