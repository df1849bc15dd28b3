// Who may enter the host area: hosts and admins (specification section 6).
import { DomainError } from "../errors.ts";
import { allow, type Reader } from "./policy.ts";

export const HOST_AREA_POLICY = { enter: allow(["host", "admin"]) };

export const mayEnterHostArea = ({ roles }: Reader): boolean =>
  roles.some((role) => HOST_AREA_POLICY.enter.who.some((allowed) => allowed === role));

/** @throws DomainError forbidden for a person who is neither host nor admin */
export function requireHost(reader: Reader): void {
  if (!mayEnterHostArea(reader)) throw new DomainError("forbidden");
}
