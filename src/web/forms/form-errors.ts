// The errors of a form: how server errors are assigned to fields, and how long errors stay.
import { ApiError } from "../api/api.ts";

export type FieldName<V> = Extract<keyof V, string>;
/** The errors of a form's fields; a field without one is valid. */
export type FieldErrors<V> = Partial<Record<FieldName<V>, string | undefined>>;

/** The field errors in a problem's `errors`. */
type Refused = readonly { field: string; message: string }[];

/** Thrown by a form's `send` to refuse with its own message. */
export class FormRefusal extends Error {
  override readonly name = "FormRefusal";
  readonly fields: Refused;

  /** @param message why nothing was saved, unless the field errors say so */
  constructor(message: string, errors: Record<string, string> = {}) {
    super(message);
    this.fields = Object.entries(errors).map(([field, text]) => ({ field, message: text }));
  }
}

/** The field errors in what a form's `send` threw. */
export const refusedFields = (error: unknown): Refused =>
  error instanceof ApiError || error instanceof FormRefusal ? error.fields : [];

/** The server's sentences about the fields, if there are any. */
export const describeFieldErrors = (error: unknown): string | undefined =>
  refusedFields(error)
    .map(({ message }) => message)
    .join(" ") || undefined;

/** Assigns the errors of a response, such as "body.year" or "body.images.0", to the form's fields.
 *  A field keeps the first of its errors. */
export function assignErrors<N extends string>(
  refused: Refused,
  fields: readonly N[],
): Partial<Record<N, string>> {
  const errors: Partial<Record<N, string>> = {};
  for (const { field, message } of refused) {
    const path = field.replace(/^(body|query)\./, "");
    const name = fields.find((each) => path === each || path.startsWith(`${each}.`));
    if (name) errors[name] ??= message;
  }
  return errors;
}

/** The errors of an attempt, and the values that were sent if the server found them. */
export interface FormAttempt<V> {
  errors: FieldErrors<V>;
  sent: V | null;
}

/**
 * The errors that remain while the user corrects them. A field that was valid when it was sent gets
 * no error, because it may be half typed. An error that only the server sees disappears once its
 * field changes.
 *
 * @param found the errors that the browser sees now
 */
export function errorsLeft<V extends object>(
  { errors, sent }: FormAttempt<V>,
  values: V,
  found: FieldErrors<V>,
): FieldErrors<V> {
  const left: FieldErrors<V> = {};
  for (const name of Object.keys(errors) as FieldName<V>[]) {
    const isUntouched = sent !== null && isSame(values[name], sent[name]);
    const message = found[name] ?? (isUntouched ? errors[name] : undefined);
    if (errors[name] && message) left[name] = message;
  }
  return left;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
