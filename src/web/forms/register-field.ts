// Binds a control to its form.
import type { FieldValues, UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { readEarlyText } from "../ui/form/early-input.ts";

/** The props of a field's control. Text from before hydration stays, which react-hook-form would
 *  overwrite with the initial value. */
export function registerField(
  form: UseFormReturn<FieldValues>,
  name: string,
): UseFormRegisterReturn {
  const registered = form.register(name);
  return {
    ...registered,
    ref: (field: Element | null) => {
      const early = field ? readEarlyText(field) : undefined;
      registered.ref(field);
      if (early !== undefined && form.getValues(name) !== early) form.setValue(name, early);
    },
  };
}
