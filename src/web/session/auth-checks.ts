// Checks auth forms before they are sent (specification section 5); the server decides. Errors are
// keyed by field name.
import { PASSWORD_MIN_LENGTH } from "../../domain/person/password.ts";
import { emailError } from "../forms/email-error.ts";

export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters.`;

const required = (value: string, sentence: string) => (value.trim() ? undefined : sentence);

function newPasswordError(password: string): string | undefined {
  if (!password) return "Choose a password";
  return password.length < PASSWORD_MIN_LENGTH
    ? `Your password must have at least ${PASSWORD_MIN_LENGTH} characters`
    : undefined;
}

interface Named {
  first_name: string;
  last_name: string;
}
interface WithEmail {
  email: string;
}
interface WithPassword {
  password: string;
}
interface WithCurrentPassword {
  current_password: string;
}

export const checkEmail = ({ email }: WithEmail) => ({ email: emailError(email) });

export const checkSignIn = ({ email, password }: WithEmail & WithPassword) => ({
  email: emailError(email),
  password: password ? undefined : "Enter your password",
});

export const checkSignUp = (values: Named & WithEmail & WithPassword) => ({
  first_name: required(values.first_name, "Enter your first name"),
  last_name: required(values.last_name, "Enter your last name"),
  email: emailError(values.email),
  password: newPasswordError(values.password),
});

export const checkNewPassword = ({ password }: WithPassword) => ({
  password: newPasswordError(password),
});

const currentPasswordError = (password: string): string | undefined =>
  password ? undefined : "Enter your current password";

export const checkPasswordChange = (values: WithPassword & WithCurrentPassword) => ({
  current_password: currentPasswordError(values.current_password),
  password: newPasswordError(values.password),
});

export const checkEmailChange = (values: WithEmail & WithCurrentPassword) => ({
  email: emailError(values.email),
  current_password: currentPasswordError(values.current_password),
});
