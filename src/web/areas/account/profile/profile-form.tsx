// The form for one's own profile. It sends only changed fields, and unsaved input survives
// navigation and a reload.
import { Link } from "react-router";
import type { Profile } from "../../../../contract/people/accounts.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { MAX_NAME_LENGTH } from "../../../../domain/person/name.ts";
import { MAX_ABOUT } from "../../../../domain/person/profile-photo.ts";
import { EARLIEST_BIRTH, MINIMUM_RENTER_AGE } from "../../../../domain/person/renter.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { TextareaField, TextField } from "../../../forms/fields.tsx";
import { storedDraft } from "../../../forms/form-draft.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { describeFieldErrors } from "../../../forms/form-errors.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { reloadProfile } from "../../../session/account.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { PhoneField } from "./phone-field.tsx";
import {
  changedProfileFields,
  checkProfile,
  NO_VALUES,
  profileValues,
  type ProfileValues,
} from "./profile-fields.ts";

export interface ProfileFormProps {
  userId: string;
  email: string;
  /** Null if there is no profile yet: saving creates it. */
  profile: Profile | null;
}

export function ProfileForm({ userId, email, profile }: ProfileFormProps) {
  const saved = profile ? profileValues(profile) : NO_VALUES;
  const today = todayInNassau(new Date());
  const form = useAppForm<ProfileValues>({
    id: "profile",
    initial: saved,
    check: (values) => checkProfile(values, today),
    draft: storedDraft(userId, "profile"),
    failureToast: "Update failed",
    describe: describeFieldErrors,
    failed: "Something went wrong on our side. Nothing was changed; please try again.",
    send: async (values) => {
      const body = changedProfileFields(saved, values);
      if (Object.keys(body).length === 0) return;
      const stored = await apiAsUser("PATCH /api/profile", { body });
      await reloadProfile();
      form.reset(profileValues(stored));
      toast({
        title: "Profile updated",
        description: "Your profile has been updated successfully.",
      });
    },
  });
  const { busy } = form;
  const dirty = Object.keys(changedProfileFields(saved, form.values)).length > 0;
  return (
    <Form form={form} summary="Please check the following" className="grid max-w-[44rem] gap-6">
      <AboutYou form={form} today={today} />
      <ContactDetails form={form} email={email} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton form={form} busyLabel="Saving..." disabled={!dirty}>
          Save changes
        </SubmitButton>
        {dirty && !busy && (
          <Button variant="outline" onClick={() => form.reset(saved)}>
            Discard
          </Button>
        )}
        <p role="status" className="text-sm text-muted-foreground">
          {dirty && !busy ? "Not saved yet" : ""}
        </p>
      </div>
    </Form>
  );
}

interface SectionProps {
  form: AppForm<ProfileValues>;
}

function AboutYou({ form, today }: SectionProps & { today: string }) {
  return (
    <Panel as="section" className="grid gap-5">
      <h2 className="text-xl">About you</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="first_name"
          label="First name"
          autoComplete="given-name"
          required
          maxLength={MAX_NAME_LENGTH}
        />
        <TextField
          form={form}
          name="last_name"
          label="Last name"
          autoComplete="family-name"
          required
          maxLength={MAX_NAME_LENGTH}
        />
      </div>
      <TextField
        form={form}
        name="date_of_birth"
        label="Date of birth"
        hint={`Renters must be ${MINIMUM_RENTER_AGE} or older. Only we see this.`}
        fieldClassName="sm:max-w-64"
        type="date"
        autoComplete="bday"
        min={EARLIEST_BIRTH}
        max={today}
      />
      <TextareaField
        form={form}
        name="about"
        label="About me"
        optional
        hint={`${form.values.about.length} of ${MAX_ABOUT} characters.`}
        rows={4}
        maxLength={MAX_ABOUT}
      />
    </Panel>
  );
}

function ContactDetails({ form, email }: SectionProps & { email: string }) {
  const { phone, phone_country } = form.values;
  return (
    <Panel as="section" className="grid gap-5">
      <h2 className="text-xl">Contact details</h2>
      <Field
        label="Email"
        id="profile-email"
        hint={
          <>
            Change it in your{" "}
            <Link to={paths.settings("email")} className="text-link underline">
              settings
            </Link>
            .
          </>
        }
      >
        <TextInput
          type="email"
          value={email}
          readOnly
          autoComplete="off"
          className="bg-surface-2 text-muted-foreground"
        />
      </Field>
      <PhoneField
        id={form.fieldId("phone")}
        value={{ country: phone_country, number: phone }}
        error={form.errors.phone}
        onChange={({ country, number }) => {
          form.set("phone_country", country);
          form.set("phone", number);
        }}
      />
    </Panel>
  );
}
