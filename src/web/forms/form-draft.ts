// Unsaved input that survives leaving a form: where it is stored, and which fields are.
import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { dropDraft, storeDraft, readDraft } from "./drafts.ts";
import { useLeaveWarning } from "./leave-warning.ts";
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
    for (const field of fields) {
      // Empty is stored for what was not changed.
      const text = readStoredText(names[field]);
      if (text) stored[field] = text;
    }
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

/** Restores the draft and keeps it in step with the values. */
export function useDraft<V extends object>(
  form: UseFormReturn<FieldValues>,
  given: FormDraft<V> | undefined,
): void {
  const [draft] = useState(given);
  const [isAtRisk, setAtRisk] = useState(false);
  useLeaveWarning(isAtRisk);
  useEffect(() => {
    if (!draft) return;
    const keep = (values: FieldValues, initial: FieldValues) => {
      const changed = changedValues(initial, values);
      const isChanged = Object.keys(changed).length > 0;
      if (!isChanged) draft.drop();
      setAtRisk(isChanged && !draft.keep(changed as Partial<V>));
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values, defaultValues = {} }) => keep(values, defaultValues),
    });
    const now = form.getValues();
    const saved = form.formState.defaultValues ?? {};
    for (const [name, value] of Object.entries(draft.read()))
      if (typeof value === typeof saved[name] && now[name] === saved[name] && value !== now[name])
        form.setValue(name, value);
    // What was typed before hydration is there already.
    if (Object.keys(changedValues(saved, form.getValues())).length > 0)
      keep(form.getValues(), saved);
    return unsubscribe;
  }, [form, draft]);
}
