// The fields of a form, bound to it by their name: label, hint and error around one control.
import type { ReactNode } from "react";
import {
  TextInput,
  Select,
  Textarea,
  type InputProps,
  type SelectProps,
  type TextareaProps,
} from "../ui/form/controls.tsx";
import { Field, type FieldProps } from "../ui/form/field.tsx";
import type { FieldName } from "./form-errors.ts";
import type { AppForm } from "./use-app-form.ts";

interface Bound<V extends object> {
  form: AppForm<V>;
  name: FieldName<V>;
}

export interface FormFieldProps<V extends object>
  extends Bound<V>, Omit<FieldProps, "id" | "error"> {}

/** A field around any control, or around a group of them. */
export function FormField<V extends object>({ form, name, ...rest }: FormFieldProps<V>) {
  return <Field {...rest} id={form.fieldId(name)} error={form.errors[name]} />;
}

interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
  fieldClassName?: string | undefined;
}

type ControlProps<V extends object, P> = Bound<V> &
  FieldTexts &
  Omit<P, keyof Bound<V> | keyof FieldTexts>;

/** Separates the props of the field from those of its control. */
function split<V extends object, P>({
  form,
  name,
  label,
  hint,
  optional,
  fieldClassName,
  ...rest
}: ControlProps<V, P>) {
  return {
    field: { form, name, label, hint, optional, className: fieldClassName },
    control: { ...rest, ...form.register(name) },
  };
}

/** One line of text, a date or a number. */
export function TextField<V extends object>(props: ControlProps<V, InputProps>) {
  const { field, control } = split(props);
  return (
    <FormField {...field}>
      <TextInput {...control} />
    </FormField>
  );
}

/** Several lines of text. */
export function TextareaField<V extends object>(props: ControlProps<V, TextareaProps>) {
  const { field, control } = split(props);
  return (
    <FormField {...field}>
      <Textarea {...control} />
    </FormField>
  );
}

/** One of several options, which are its children. */
export function SelectField<V extends object>(props: ControlProps<V, SelectProps>) {
  const { field, control } = split(props);
  return (
    <FormField {...field}>
      <Select {...control} />
    </FormField>
  );
}
