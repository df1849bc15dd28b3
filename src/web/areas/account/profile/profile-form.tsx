// The form for one's own profile. It sends only changed fields, and unsaved input survives
// navigation and a reload.
import { useState, type SubmitEvent } from "react";
import { Link } from "react-router";
import type { Profile } from "../../../../contract/people/accounts.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { MAX_ABOUT } from "../../../../domain/person/profile-photo.ts";
import { EARLIEST_BIRTH, MINIMUM_RENTER_AGE } from "../../../../domain/person/renter.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { dropDraft, keepDraft, readDraft } from "../../../forms/drafts.ts";
import { useLeaveWarning } from "../../../forms/leave-warning.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { accessToken, reloadProfile } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Input, Textarea } from "../../../ui/form/controls.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { PhoneField } from "./phone-field.tsx";
import {
  changedFields,
  checkProfile,
  differences,
  draftIn,
  NO_VALUES,
  PROFILE_FIELDS,
  profileValues,
  type ProfileFaults,
  type ProfileField,
  type ProfileValues,
} from "./profile-fields.ts";

const DRAFT = "profile";

export interface ProfileFormProps {
  userId: string;
  email: string;
  /** Null if there is no profile yet: saving creates it. */
  profile: Profile | null;
}

export function ProfileForm({ userId, email, profile }: ProfileFormProps) {
  const saved = profile ? profileValues(profile) : NO_VALUES;
  const [values, setValues] = useState(() => ({ ...saved, ...draftIn(readDraft(userId, DRAFT)) }));
  const [faults, setFaults] = useState<ProfileFaults>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  /** Whether this browser could store the draft. If not, it warns before leaving. */
  const [kept, setKept] = useState(true);
  const today = todayInNassau(new Date());
  const changed = changedFields(saved, values);
  const dirty = Object.keys(changed).length > 0;
  useLeaveWarning(dirty && !kept);

  const keep = (next: ProfileValues) => {
    setValues(next);
    if (Object.keys(changedFields(saved, next)).length === 0) dropDraft(userId, DRAFT);
    else setKept(keepDraft(userId, DRAFT, differences(saved, next)));
  };
  const refuse = (found: ProfileFaults) => {
    setFaults(found);
    setAttempt((before) => before + 1);
  };
  const discard = () => {
    keep(saved);
    setFaults({});
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || !dirty) return;
    const found = checkProfile(values, today);
    if (Object.keys(found).length > 0) return refuse(found);
    setFaults({});
    setBusy(true);
    try {
      const stored = await api(
        "PATCH /api/profile",
        { body: changed },
        { token: await accessToken() },
      );
      await reloadProfile();
      setValues(profileValues(stored));
      dropDraft(userId, DRAFT);
      toast({
        title: "Profile updated",
        description: "Your profile has been updated successfully.",
      });
    } catch (error) {
      if (isSessionOver(error)) return;
      const description = sentenceFor(
        error,
        "Something went wrong on our side. Nothing was changed; please try again.",
      );
      toast({ title: "Update failed", description, variant: "destructive" });
      const refused = faultsOf(error);
      if (Object.keys(refused).length > 0) refuse(refused);
    } finally {
      setBusy(false);
    }
  };
  const text = (field: ProfileField) => ({
    name: field,
    value: values[field],
    onChange: (event: { target: HTMLInputElement | HTMLTextAreaElement }) =>
      keep({ ...values, [field]: event.target.value }),
  });
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="grid max-w-[44rem] gap-6">
      <ErrorSummary
        title="Please check the following"
        attempt={attempt}
        faults={PROFILE_FIELDS.flatMap((field) => {
          const message = faults[field];
          return message ? [{ fieldId: `profile-${field}`, message }] : [];
        })}
      />
      <Panel as="section" className="grid gap-5">
        <h2 className="text-xl">About you</h2>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First name" id="profile-first_name" error={faults.first_name}>
            <Input {...text("first_name")} autoComplete="given-name" required maxLength={80} />
          </Field>
          <Field label="Last name" id="profile-last_name" error={faults.last_name}>
            <Input {...text("last_name")} autoComplete="family-name" required maxLength={80} />
          </Field>
        </div>
        <Field
          label="Date of birth"
          id="profile-date_of_birth"
          error={faults.date_of_birth}
          hint={`You must be ${MINIMUM_RENTER_AGE} or older on the start date to rent a car. Only we see this.`}
          className="sm:max-w-64"
        >
          <Input
            {...text("date_of_birth")}
            type="date"
            autoComplete="bday"
            min={EARLIEST_BIRTH}
            max={today}
          />
        </Field>
        <Field
          label="About me"
          id="profile-about"
          optional
          error={faults.about}
          hint={`Tell people a little about yourself. ${values.about.length} of ${MAX_ABOUT} characters.`}
        >
          <Textarea {...text("about")} rows={4} maxLength={MAX_ABOUT} />
        </Field>
      </Panel>
      <Panel as="section" className="grid gap-5">
        <h2 className="text-xl">Contact details</h2>
        <Field
          label="Email"
          id="profile-email"
          hint={
            <>
              You use it to sign in. Change it in your{" "}
              <Link to={paths.settings("email")} className="text-link underline">
                settings
              </Link>
              .
            </>
          }
        >
          <Input
            type="email"
            value={email}
            readOnly
            autoComplete="off"
            className="bg-surface-2 text-muted-foreground"
          />
        </Field>
        <PhoneField
          id="profile-phone"
          value={{ country: values.phone_country, number: values.phone }}
          error={faults.phone}
          onChange={({ country, number }) =>
            keep({ ...values, phone_country: country, phone: number })
          }
        />
      </Panel>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={!dirty}>
          Save changes
        </Button>
        {dirty && !busy && (
          <Button variant="outline" onClick={discard}>
            Discard
          </Button>
        )}
        <p role="status" className="text-sm text-muted-foreground">
          {dirty && !busy ? "Not saved yet" : ""}
        </p>
      </div>
    </form>
  );
}

/** The fields that the server rejected, such as "body.phone". */
function faultsOf(error: unknown): ProfileFaults {
  const faults: ProfileFaults = {};
  if (!(error instanceof ApiError)) return faults;
  for (const { field, message } of error.fields) {
    const name = PROFILE_FIELDS.find((each) => field === each || field.endsWith(`.${each}`));
    if (name) faults[name] ??= message;
  }
  return faults;
}
