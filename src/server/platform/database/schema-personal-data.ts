// The table of personal data copies (0026_profiles.sql).

/** The newest copy of each person. */
export interface DataCopiesTable {
  user_id: string;
  id: string;
  asked_at: string;
  ready_at: string | null;
  failed_at: string | null;
  bytes: number | null;
}
