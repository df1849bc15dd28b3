// The Sign Up tab: names, email, password and role. The email is confirmed before signing in.
import { Car, KeyRound } from "lucide-react";
import type { SignUpRole } from "../../../../domain/person/roles.ts";
import { Button } from "../../../ui/button.tsx";
import { Input, RadioCards } from "../../../ui/form/controls.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { callAuth } from "../../../session/auth-call.ts";
import { checkSignUp, PASSWORD_HINT, type Values } from "../../../session/auth-checks.ts";
import { EmailField } from "./email-field.tsx";
import { confirmedAt } from "./mail-link.ts";
import { PasswordField } from "../../../parts/person/password-field.tsx";
import { useAuthForm } from "../../../session/auth-form.ts";

const ROLES = [
  {
    value: "renter" satisfies SignUpRole,
    title: "Rent cars",
    text: "As a renter",
    icon: <KeyRound aria-hidden="true" size={20} strokeWidth={1.75} />,
  },
  {
    value: "host" satisfies SignUpRole,
    title: "Rent out my car",
    text: "As a host",
    icon: <Car aria-hidden="true" size={20} strokeWidth={1.75} />,
  },
];

export interface SignUpFormProps {
  /** The values typed so far on either tab. */
  draft: Values;
  /** The role that the page's URL names. */
  role: SignUpRole;
  next: string | null;
  /** Called once the email is on its way to this address. */
  onSent: (email: string, typed: Values) => void;
}

export function SignUpForm({ draft, role, next, onSent }: SignUpFormProps) {
  const { form, faults, summary, submit } = useAuthForm("sign-up", checkSignUp, async (values) => {
    const { first_name = "", last_name = "", password = "", user_type = role } = values;
    const email = (values["email"] ?? "").trim();
    const outcome = await callAuth((auth) =>
      auth.signUp({
        email,
        password,
        options: {
          emailRedirectTo: confirmedAt(next),
          data: { first_name: first_name.trim(), last_name: last_name.trim(), user_type },
        },
      }),
    );
    const { failure: failed } = outcome;
    if (failed) {
      toast({ title: "Sign up failed", description: failed.message, variant: "destructive" });
      return {
        failure: failed,
        ...(failed.code === "weak_password" && { faults: { password: failed.message } }),
      };
    }
    toast({ title: "Check your email", description: "We've sent you a confirmation link." });
    onSent(email, values);
    return {};
  });
  return (
    <form {...form} className="grid gap-[1.1rem]">
      <div>
        <h1 className="text-2xl">Create your account</h1>
        <p className="text-muted-foreground">
          We&rsquo;ll email you a link to confirm your address.
        </p>
      </div>
      <ErrorSummary title="Please check the following" {...summary} />
      <Field label="I want to" id="sign-up-user_type" group>
        <RadioCards name="user_type" options={ROLES} defaultValue={draft["user_type"] ?? role} />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="First name" id="sign-up-first_name" error={faults["first_name"]}>
          <Input
            name="first_name"
            autoComplete="given-name"
            required
            maxLength={80}
            defaultValue={draft["first_name"]}
          />
        </Field>
        <Field label="Last name" id="sign-up-last_name" error={faults["last_name"]}>
          <Input
            name="last_name"
            autoComplete="family-name"
            required
            maxLength={80}
            defaultValue={draft["last_name"]}
          />
        </Field>
      </div>
      <EmailField id="sign-up-email" error={faults["email"]} defaultValue={draft["email"]} />
      <PasswordField
        id="sign-up-password"
        label="Password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={faults["password"]}
        defaultValue={draft["password"]}
      />
      <Button {...submit} size="large" busyLabel="Creating Account..." className="w-full">
        Create Account
      </Button>
    </form>
  );
}
