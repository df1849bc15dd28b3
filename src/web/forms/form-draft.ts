// Unsaved input that survives leaving a form: where it is stored, and which fields are.
import { dropDraft, storeDraft, readDraft } from "./drafts.ts";
import { clearStoredText, storeText, readStoredText } from "./stored-text.ts";

/** Where a form stores its unsaved input. */
export interface FormDraft<V> {
  /** The stored values; anything from another form or an older version is ignored. */
  read: () => Partial<V>;
  /** Stores the fields that differ from the saved values; all others follow the saved values.
   *  @returns whether they survive a reload. If not, the browser asks before discarding them. */
  keep: (changed: Partial<V>) => boolean;
  drop: () => void;
}

/** In this browser's storage, per user: for long forms. */
export const storedDraft = <V>(userId: string, name: string): FormDraft<V> => ({
  read: () => (readDraft(userId, name) ?? {}) as Partial<V>,
  keep: (changed) => storeDraft(userId, name, changed),
  drop: () => dropDraft(userId, name),
});

/** In this tab's session storage, each text under its own name: for text typed in a dialog. */
export const storedTexts = <N extends string>(
  names: Record<N, string>,
): FormDraft<Record<N, string>> => {
  const fields = Object.keys(names) as N[];
  const read = (): Partial<Record<N, string>> => {
    const stored: Partial<Record<N, string>> = {};
    for (const field of fields) stored[field] = readStoredText(names[field]) ?? "";
    return stored;
  };
  return {
    read,
    keep: (changed) => {
      for (const field of fields) storeText(names[field], changed[field] ?? "");
      return true;
    },
    drop: () => fields.forEach((field) => clearStoredText(names[field])),
  };
};

/** The fields whose values differ from the saved ones. */
export function changedValues<V extends object>(saved: V, values: V): Partial<V> {
  const changed: Partial<V> = {};
  for (const name of Object.keys(values) as (keyof V)[])
    if (JSON.stringify(values[name]) !== JSON.stringify(saved[name])) changed[name] = values[name];
  return changed;
}
