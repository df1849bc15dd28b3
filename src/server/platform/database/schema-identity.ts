// The tables of identity verification and of marketplace settings (0028_identity.sql).
import type { Generated } from "kysely";
import type { IdentityDocument, IdentityState } from "../../../domain/person/identity.ts";

export interface IdentitiesTable {
  user_id: string;
  state: Generated<IdentityState>;
  version: Generated<number>;
  submitted_at: string | null;
  decided_at: string | null;
  decided_by: string | null;
  reason: string | null;
  verified_as: string | null;
}

export interface IdentityDocumentsTable {
  id: string;
  user_id: string;
  kind: IdentityDocument;
  type: "image/jpeg" | "application/pdf";
  bytes: number;
  key_id: string;
  created_at: string;
}

/** A view with one row per profile. */
export interface IdentityStatesView {
  user_id: string;
  state: IdentityState;
}

export interface PhoneCodesTable {
  user_id: string;
  phone: string;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: string;
}

export interface MarketplaceSettingsTable {
  one: Generated<boolean>;
  verified_drivers_only: Generated<boolean>;
}

export interface IdentityTables {
  identities: IdentitiesTable;
  identity_documents: IdentityDocumentsTable;
  identity_states: IdentityStatesView;
  phone_codes: PhoneCodesTable;
  marketplace_settings: MarketplaceSettingsTable;
}
