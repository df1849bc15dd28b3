// Binds a control to its form.
import type { FieldValues, UseFormRegisterReturn, UseFormReturn } from "react-hook-form";
import { readEarlyText } from "../ui/form/early-input.ts";

/** The controls that are bound already: what differs in them now was not typed before hydration. */
const bound = new WeakSet<Element>();

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
      const early = field && !bound.has(field) ? readEarlyText(field) : undefined;
      registered.ref(field);
      if (field) bound.add(field);
      if (early !== undefined) form.setValue(name, early);
    },
  };
}
