// The state of every form: its values (react-hook-form), its draft, its errors, and sending it.
// form.tsx and fields.tsx show it.
import { useCallback, useEffect, useRef, useState, type SubmitEvent } from "react";
import {
  useForm,
  useWatch,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from "react-hook-form";
import { isSessionOver } from "../api/api.ts";
import { withReason } from "../api/with-reason.ts";
import { explain } from "../api/explain.ts";
import type { FormError } from "../ui/form/error-summary.tsx";
import { toast } from "../ui/overlay/toast.ts";
import { changedValues, useDraft, type FormDraft } from "./form-draft.ts";
import {
  errorsLeft,
  FormRefusal,
  assignErrors,
  refusedFields,
  type FormAttempt,
  type FieldErrors,
  type FieldName,
} from "./form-errors.ts";
import { registerField } from "./register-field.ts";

export interface AppFormOptions<V extends object> {
  /** The prefix of the ids of the fields. */
  id: string;
  /** The initial values, in the order of the fields. Text typed before hydration wins. */
  initial: V;
  /** The errors that are visible without the server. */
  check: (values: V) => FieldErrors<V>;
  /** Called after an attempt that `check` stopped. */
  onWrong?: (values: V) => void;
  /** Sends the values. What it throws becomes the errors of the form; see FormRefusal. */
  send: (values: V) => unknown;
  /** The error message if the server gave no reason. */
  failed?: string;
  /** The message for an error, if not the usual one for its code. */
  describe?: (error: unknown) => string | undefined;
  /** The field that an error is about, if the server names none. */
  findField?: (error: unknown) => FieldName<V> | undefined;
  /** The title of a toast that says why sending failed. Without it, the form says why. */
  failureToast?: string;
  /** Errors disappear as they are corrected. Otherwise they stay until the next attempt. */
  isLive?: boolean;
  /** The page is left once the form is sent, so it stays busy. */
  leaves?: boolean;
  draft?: FormDraft<V>;
}

export interface AppForm<V extends object> {
  values: V;
  /** The current values, for effects, where the rendered ones may be outdated. */
  current: () => V;
  /** The id of a field's control. */
  fieldId: (name: FieldName<V>) => string;
  /** The props of a field's control. */
  register: (name: FieldName<V>) => UseFormRegisterReturn;
  set: <N extends FieldName<V>>(name: N, value: V[N]) => void;
  /** Starts again from these values, without errors. */
  reset: (values: V) => void;
  /** How often the form was reset. */
  resets: number;
  errors: FieldErrors<V>;
  /** The errors in the form's order, or else why sending failed. */
  summary: FormError[];
  /** Why sending failed, if no field is to blame. */
  failure: string | undefined;
  /** Whether the values have changed since sending failed. Always false unless `isLive`. */
  isCorrected: boolean;
  /** What `send` threw in the last attempt. */
  refusal: unknown;
  /** The number of failed attempts. */
  attempt: number;
  busy: boolean;
  /** @param focusesField whether the first invalid field takes the focus instead of a summary */
  submit: (event: SubmitEvent<HTMLFormElement>, focusesField: boolean) => Promise<void>;
}

type HookForm = UseFormReturn<FieldValues>;

export function useAppForm<V extends object>(options: AppFormOptions<V>): AppForm<V> {
  const { id, initial, check, isLive = false, leaves = false } = options;
  const fields = Object.keys(initial) as FieldName<V>[];
  const form = useForm<FieldValues>({
    defaultValues: initial,
    // A form is checked as a whole, when it is sent.
    resolver: (values) => {
      const errors = toHookErrors(check(values as V));
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const values = useWatch({ control: form.control }) as V;
  const set = useCallback<AppForm<V>["set"]>(
    (name, value) => form.setValue<string>(name, value),
    [form],
  );
  const current = useCallback(() => form.getValues() as V, [form]);
  const { last, submit } = useSubmit(form, fields, options);
  useDraft(form, options.draft);
  const [resets, setResets] = useState(0);
  const { wrong } = last;
  useEffect(() => {
    // Only now, because a field may be disabled while the form is sent.
    if (wrong) document.getElementById(`${id}-${wrong.name}`)?.focus();
  }, [wrong, id]);

  const attempt: FormAttempt<V> = { errors: listMessages<V>(errors), sent: last.sent };
  const shown = isLive ? errorsLeft(attempt, values, check(values)) : attempt.errors;
  const failure = errors.root?.message;
  const fieldId = (name: FieldName<V>) => `${id}-${name}`;
  const summary = fields.flatMap((name): FormError[] => {
    const message = shown[name];
    return message ? [{ fieldId: fieldId(name), message }] : [];
  });
  return {
    values,
    current,
    fieldId,
    register: (name) => registerField(form, name),
    set,
    reset: (next) => {
      form.reset(next);
      setResets((count) => count + 1);
    },
    resets,
    errors: shown,
    summary: summary.length === 0 && failure ? [{ message: failure }] : summary,
    failure,
    isCorrected: isLive && last.sent !== null && hasChanged(last.sent, values),
    refusal: last.refusal,
    attempt: last.attempt,
    busy: isSubmitting || (leaves && isSubmitSuccessful && !last.isSessionOver && !last.refusal),
    submit,
  };
}

const hasChanged = <V extends object>(before: V, values: V): boolean =>
  Object.keys(changedValues(before, values)).length > 0;

type HookErrors = Record<string, { type: string; message: string }>;

function toHookErrors<V extends object>(found: FieldErrors<V>): HookErrors {
  const errors: HookErrors = {};
  for (const [name, message] of Object.entries<string | undefined>(found))
    if (message) errors[name] = { type: "form", message };
  return errors;
}

function listMessages<V>({
  root: _root,
  ...errors
}: HookForm["formState"]["errors"]): FieldErrors<V> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message]),
  ) as FieldErrors<V>;
}

interface LastAttempt<V> {
  /** The number of failed attempts. */
  attempt: number;
  refusal: unknown;
  /** The values that the server refused. */
  sent: V | null;
  /** The field that takes the focus. A new object each time, so that it takes it again. */
  wrong: { name: FieldName<V> } | null;
  /** The attempt had no result, because the session is over. */
  isSessionOver: boolean;
}

/** Sends the form, one attempt at a time, and turns a failure into errors. */
function useSubmit<V extends object>(
  form: HookForm,
  fields: readonly FieldName<V>[],
  options: AppFormOptions<V>,
) {
  const [last, setLast] = useState<LastAttempt<V>>({
    attempt: 0,
    refusal: undefined,
    sent: null,
    wrong: null,
    isSessionOver: false,
  });
  const isSending = useRef(false);

  const send = async (event: SubmitEvent<HTMLFormElement>): Promise<Outcome<V>> => {
    takeAutofill(form, event.currentTarget);
    const outcome: Outcome<V> = {
      errors: undefined,
      refusal: undefined,
      sent: null,
      isSessionOver: false,
    };
    await form.handleSubmit(
      async (values) => {
        try {
          await options.send(values as V);
        } catch (error) {
          outcome.isSessionOver = isSessionOver(error);
          if (outcome.isSessionOver) return;
          outcome.refusal = error;
          outcome.sent = values as V;
          outcome.errors = await showRefusal(form, fields, options, error);
        }
      },
      (errors) => {
        outcome.errors = listMessages(errors);
        options.onWrong?.(form.getValues() as V);
      },
    )(event);
    return outcome;
  };

  const submit: AppForm<V>["submit"] = async (event, focusesField) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      const { errors, ...outcome } = await send(event);
      const name = focusesField && errors && fields.find((each) => errors[each]);
      setLast(({ attempt }) => ({
        ...outcome,
        attempt: attempt + (errors ? 1 : 0),
        wrong: name ? { name } : null,
      }));
    } finally {
      isSending.current = false;
    }
  };
  return { last, submit };
}

/** What came of an attempt; without errors it succeeded. */
interface Outcome<V> extends Pick<LastAttempt<V>, "refusal" | "sent" | "isSessionOver"> {
  errors: FieldErrors<V> | undefined;
}

/** Turns what `send` threw into errors of the form, or into its toast. */
async function showRefusal<V extends object>(
  form: HookForm,
  fields: readonly FieldName<V>[],
  options: AppFormOptions<V>,
  error: unknown,
): Promise<FieldErrors<V>> {
  const { failed = "Please try again in a moment.", findField, failureToast } = options;
  const why =
    error instanceof FormRefusal
      ? error.message
      : (options.describe?.(error) ?? (await explain(error, failed)));
  if (failureToast)
    toast({
      title: failureToast,
      description: withReason(failed, why),
      variant: "destructive",
    });
  const about = findField?.(error);
  const refused = about ? [{ field: about, message: why }] : refusedFields(error);
  const errors = assignErrors(refused, fields);
  const wrong = Object.entries(toHookErrors(errors));
  for (const [name, hookError] of wrong) form.setError(name, hookError);
  if (wrong.length === 0 && !failureToast) form.setError("root", { message: why });
  return errors;
}

/** Takes over what a password manager filled in without an event. */
function takeAutofill(form: HookForm, element: HTMLFormElement): void {
  for (const field of element.elements) {
    if (!(field instanceof HTMLInputElement) || field.type === "radio") continue;
    const known: unknown = field.name ? form.getValues(field.name) : undefined;
    if (typeof known === "string" && known !== field.value) form.setValue(field.name, field.value);
  }
}
