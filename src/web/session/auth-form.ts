// The state of an auth form: validates, submits, and keeps the typed values after a failure.
import { useState, type SubmitEvent } from "react";
import type { FormFault } from "../ui/form/error-summary.tsx";
import type { AuthFailure } from "./auth-call.ts";
import { faultList, valuesOf, type Faults, type Values } from "./auth-checks.ts";

export interface AuthForm {
  faults: Faults;
  failure: AuthFailure | undefined;
  busy: boolean;
  /** The values last submitted. */
  tried: Values;
  /** Spread onto the form. Its fields are uncontrolled, so that values filled in by a password
   *  manager count. */
  form: {
    noValidate: true;
    method: "post";
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  /** Spread onto the ErrorSummary: the field errors, or why the call failed. Kept until the next
   *  attempt. */
  summary: { faults: FormFault[]; attempt: number };
  /** Spread onto the submit button. */
  submit: { type: "submit"; busy: boolean };
}

/** @param prefix of the fields' ids
 *  @param check validates before anything is sent
 *  @param send makes the call; returns a failure that belongs to a field as a field error, too */
export function useAuthForm(
  prefix: string,
  check: (values: Values) => Faults,
  send: (values: Values) => Promise<{ failure?: AuthFailure; faults?: Faults; stayBusy?: boolean }>,
): AuthForm {
  const [state, setState] = useState<{
    faults: Faults;
    failure?: AuthFailure;
    attempt: number;
    tried: Values;
  }>({
    faults: {},
    attempt: 0,
    tried: {},
  });
  const [busy, setBusy] = useState(false);
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = valuesOf(event.currentTarget);
    const faults = check(values);
    if (Object.keys(faults).length > 0)
      return setState(({ attempt, tried }) => ({ faults, attempt: attempt + 1, tried }));
    setBusy(true);
    const outcome = await send(values);
    setState(({ attempt }) => ({
      faults: outcome.faults ?? {},
      attempt: outcome.faults || outcome.failure ? attempt + 1 : attempt,
      tried: values,
      ...(outcome.failure && { failure: outcome.failure }),
    }));
    if (!outcome.stayBusy) setBusy(false);
  };
  const { faults, failure, attempt } = state;
  const fieldFaults = faultList(prefix, faults);
  return {
    faults,
    failure,
    busy,
    tried: state.tried,
    form: { noValidate: true, method: "post", onSubmit: (event) => void onSubmit(event) },
    summary: {
      faults: fieldFaults.length === 0 && failure ? [{ message: failure.message }] : fieldFaults,
      attempt,
    },
    submit: { type: "submit", busy },
  };
}
