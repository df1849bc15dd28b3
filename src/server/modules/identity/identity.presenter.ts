// Maps verifications to the contract's types, for their owner and for admins.
import type { Verification } from "../../../contract/admin/admin-verifications.ts";
import type { Identity, IdentityDocumentFile } from "../../../contract/people/identity.ts";
import { IDENTITY_DOCUMENT_DAYS, IDENTITY_DOCUMENTS } from "../../../domain/person/identity.ts";
import type { IdentityDocumentRow, IdentityRow } from "./identity.repository.ts";

const DAY_MS = 86_400_000;

const presentDocument = ({
  id,
  kind,
  type,
  bytes,
  created_at,
}: IdentityDocumentRow): IdentityDocumentFile => ({
  id,
  kind,
  type,
  bytes,
  created_at,
});

/** In the order of the domain's list. */
const presentDocuments = (rows: readonly IdentityDocumentRow[]): IdentityDocumentFile[] =>
  IDENTITY_DOCUMENTS.flatMap((kind) => rows.filter((row) => row.kind === kind)).map(
    presentDocument,
  );

/** When the first document will be deleted, by the same rule as deleteOver. */
function deleteAt(row: IdentityRow, documents: readonly IdentityDocumentRow[]): string | null {
  if (row.state === "submitted" || documents.length === 0) return null;
  const since = documents.map(({ created_at }) =>
    Math.max(Date.parse(created_at), row.decided_at ? Date.parse(row.decided_at) : 0),
  );
  return new Date(Math.min(...since) + IDENTITY_DOCUMENT_DAYS * DAY_MS).toISOString();
}

/** @param row undefined if the person has uploaded nothing yet */
export const presentIdentity = (
  row: IdentityRow | undefined,
  documents: readonly IdentityDocumentRow[],
  isPhoneCodeOffered: boolean,
): Identity => ({
  state: row?.state_today ?? "none",
  reason: row?.reason ?? null,
  name_changed: row?.state === "verified" && row.state_today === "none",
  submitted_at: row?.submitted_at ?? null,
  decided_at: row?.decided_at ?? null,
  documents: presentDocuments(documents),
  delete_at: row ? deleteAt(row, documents) : null,
  is_phone_code_offered: isPhoneCodeOffered,
});

export const presentVerification = (
  row: IdentityRow,
  documents: readonly IdentityDocumentRow[],
): Verification => ({
  user_id: row.user_id,
  version: row.seen,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  date_of_birth: row.date_of_birth,
  phone: row.phone,
  is_phone_verified: row.phone_verified_at !== null,
  is_suspended: row.suspended_at !== null,
  state: row.state_today,
  reason: row.reason,
  submitted_at: row.submitted_at,
  decided_at: row.decided_at,
  decided_by: row.decided_by_name,
  documents: presentDocuments(documents),
});
