// Refuses names that could be mistaken for Caydrive or its team. Existing ones stay until changed.
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { DomainError } from "../../../domain/errors.ts";
import { impersonatesUs } from "../../../domain/person/impersonation.ts";
import type { ProfileRow } from "./accounts.repository.ts";

type Names = Pick<ProfileRow, "first_name" | "last_name">;

/** @throws DomainError invalid_request */
export function refuseImpersonation(
  names: { [Name in keyof Names]?: string | undefined },
  before?: Names,
): void {
  const { first_name = before?.first_name ?? "", last_name = before?.last_name ?? "" } = names;
  if (first_name === before?.first_name && last_name === before.last_name) return;
  if (!impersonatesUs({ first_name, last_name })) return;
  const field = impersonatesUs({ first_name, last_name: "" }) ? "first_name" : "last_name";
  const subject = field === "first_name" ? "First name" : "Last name";
  const message = `${subject} must be your own; this one could be mistaken for ${PRODUCT_NAME} or its team.`;
  throw new DomainError("invalid_request", { errors: [{ field: `body.${field}`, message }] });
}
