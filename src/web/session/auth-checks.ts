// Checks auth forms before they are sent (specification section 5); the server decides. Errors are
// keyed by field name.
import type { PASSWORD_MIN_LENGTH } from "../../contract/people/auth.ts";
import { emailFault } from "../forms/check-email.ts";
import type { FormFault } from "../ui/form/error-summary.tsx";

export type Values = Record<string, string>;
export type Faults = Record<string, string>;

/** Tied to the contract by its type. Importing the value would bring the contract's schemas into
 *  the browser. */
export const PASSWORD_MINIMUM: typeof PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_HINT = `At least ${PASSWORD_MINIMUM} characters.`;

/** A form's text fields by name, as typed. */
export function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form))
    if (typeof value === "string") values[name] = value;
  return values;
}

const only = (faults: Record<string, string | undefined>): Faults =>
  Object.fromEntries(
    Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== undefined),
  );

const required = (value: string | undefined, sentence: string) =>
  value?.trim() ? undefined : sentence;

function newPasswordFault(password = ""): string | undefined {
  if (!password) return "Choose a password";
  return password.length < PASSWORD_MINIMUM
    ? `Your password must have at least ${PASSWORD_MINIMUM} characters`
    : undefined;
}

export const checkEmail = ({ email }: Values): Faults => only({ email: emailFault(email) });

export const checkSignIn = ({ email, password }: Values): Faults =>
  only({ email: emailFault(email), password: password ? undefined : "Enter your password" });

export const checkSignUp = ({ first_name, last_name, email, password }: Values): Faults =>
  only({
    first_name: required(first_name, "Enter your first name"),
    last_name: required(last_name, "Enter your last name"),
    email: emailFault(email),
    password: newPasswordFault(password),
  });

export const checkNewPassword = ({ password }: Values): Faults =>
  only({ password: newPasswordFault(password) });

export const checkPasswordChange = ({ current_password, password }: Values): Faults =>
  only({
    current_password: current_password ? undefined : "Enter your current password",
    password: newPasswordFault(password),
  });

export const checkEmailChange = ({ email, current_password }: Values): Faults =>
  only({
    email: emailFault(email),
    current_password: current_password ? undefined : "Enter your current password",
  });

/** For an ErrorSummary: the field ids are the form's prefix plus the name. */
export const faultList = (prefix: string, faults: Faults): FormFault[] =>
  Object.entries(faults).map(([name, message]) => ({ fieldId: `${prefix}-${name}`, message }));
