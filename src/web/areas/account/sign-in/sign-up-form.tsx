// The Sign Up tab: names, email, password and role. The email is confirmed before signing in.
import { MAX_NAME_LENGTH } from "../../../../domain/person/name.ts";
import type { SignUpRole } from "../../../../domain/person/roles.ts";
import { FormField, TextField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { FormRefusal } from "../../../forms/form-errors.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { callAuth } from "../../../session/auth-call.ts";
import { checkSignUp, PASSWORD_HINT } from "../../../session/auth-checks.ts";
import { RadioCards } from "../../../ui/form/controls.tsx";
import { dismissAllToasts, toast } from "../../../ui/overlay/toast.ts";
import { EmailField } from "./email-field.tsx";
import { confirmedUrl } from "./mail-link.ts";
import { Icon } from "../../../ui/icon.tsx";

const ROLES = [
  {
    value: "renter" satisfies SignUpRole,
    title: "Rent cars",
    text: "As a renter",
    icon: <Icon name="key-round" />,
  },
  {
    value: "host" satisfies SignUpRole,
    title: "Rent out my car",
    text: "As a host",
    icon: <Icon name="car" />,
  },
];

interface SignUpValues {
  user_type: string;
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

/** What was typed on either tab. */
export type SignInDraft = Partial<SignUpValues>;

const initialValues = (draft: SignInDraft, role: SignUpRole): SignUpValues => ({
  user_type: draft.user_type ?? role,
  first_name: draft.first_name ?? "",
  last_name: draft.last_name ?? "",
  email: draft.email ?? "",
  password: draft.password ?? "",
});

/** Requests the confirmation email. */
async function signUp(values: SignUpValues, next: string | null): Promise<void> {
  const { first_name, last_name, email, password, user_type } = values;
  const { failure } = await callAuth((auth) =>
    auth.signUp({
      email: email.trim(),
      password,
      options: {
        emailRedirectTo: confirmedUrl(next),
        data: { first_name: first_name.trim(), last_name: last_name.trim(), user_type },
      },
    }),
  );
  if (!failure) return;
  throw new FormRefusal(
    failure.message,
    failure.code === "weak_password" ? { password: failure.message } : {},
  );
}

export interface SignUpFormProps {
  /** The values typed so far on either tab. */
  draft: SignInDraft;
  /** The role that the page's URL names. */
  role: SignUpRole;
  next: string | null;
  /** Called once the email is on its way to this address. */
  onSent: (email: string, typed: SignInDraft) => void;
}

export function SignUpForm({ draft, role, next, onSent }: SignUpFormProps) {
  const form = useAppForm({
    id: "sign-up",
    initial: initialValues(draft, role),
    check: checkSignUp,
    failureToast: "Sign up failed",
    send: async (values) => {
      dismissAllToasts(); // From earlier attempts.
      await signUp(values, next);
      toast({ title: "Check your email", description: "We've sent you a confirmation link." });
      onSent(values.email.trim(), { ...values });
    },
  });
  const name = { form, required: true, maxLength: MAX_NAME_LENGTH };
  return (
    <Form
      form={form}
      method="post"
      summary="Please check the following"
      className="grid gap-[1.1rem]"
    >
      <div>
        <h1 className="text-2xl">Create your account</h1>
        <p className="text-muted-foreground">
          We&rsquo;ll email you a link to confirm your address.
        </p>
      </div>
      <FormField form={form} name="user_type" label="I want to" group>
        <RadioCards
          name="user_type"
          options={ROLES}
          value={form.values.user_type}
          onValueChange={(chosen) => form.set("user_type", chosen)}
        />
      </FormField>
      <div className="grid grid-cols-2 gap-4">
        <TextField {...name} name="first_name" label="First name" autoComplete="given-name" />
        <TextField {...name} name="last_name" label="Last name" autoComplete="family-name" />
      </div>
      <EmailField form={form} name="email" />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
      />
      <SubmitButton form={form} size="large" busyLabel="Creating Account..." className="w-full">
        Create Account
      </SubmitButton>
    </Form>
  );
}
