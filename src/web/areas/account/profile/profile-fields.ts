// The profile form's values (text, empty for none), its validation and the change that it sends.
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { Profile } from "../../../../contract/people/accounts.ts";
import type { Api } from "../../../../contract/index.ts";
import {
  HOME_COUNTRY,
  isRightLength,
  joinPhone,
  splitPhone,
} from "../../../../domain/person/phone-countries.ts";
import { isPhone } from "../../../../domain/person/phone.ts";
import { isDateOfBirth } from "../../../../domain/person/renter.ts";

export const PROFILE_FIELDS = [
  "first_name",
  "last_name",
  "date_of_birth",
  "about",
  "phone",
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
/** `phone` is the number without its country code. */
export type ProfileValues = Record<ProfileField | "phone_country", string>;
export type ProfileFaults = Partial<Record<ProfileField, string>>;

type ProfileChange = Api["PATCH /api/profile"]["call"]["body"];

export const NO_VALUES: ProfileValues = {
  first_name: "",
  last_name: "",
  date_of_birth: "",
  about: "",
  phone: "",
  phone_country: HOME_COUNTRY,
};

export function profileValues(profile: Profile): ProfileValues {
  const phone = profile.phone ? splitPhone(profile.phone) : { country: HOME_COUNTRY, number: "" };
  return {
    first_name: profile.first_name,
    last_name: profile.last_name,
    date_of_birth: profile.date_of_birth ?? "",
    about: profile.about ?? "",
    phone: phone.number,
    phone_country: phone.country,
  };
}

/** The changed fields, which form the stored draft. The other fields keep following the profile. */
export const differences = (saved: ProfileValues, values: ProfileValues): Partial<ProfileValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== saved[name as keyof ProfileValues]),
  );

/** The profile fields in a stored draft. Anything else in it is ignored. */
export function draftIn(kept: unknown): Partial<ProfileValues> {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => name in NO_VALUES && typeof value === "string"),
  );
}

const phoneOf = (values: ProfileValues): string =>
  joinPhone({ country: values.phone_country, number: values.phone });

/** The changed fields in the API's form: trimmed, and null for a field that was emptied. */
export function changedFields(before: ProfileValues, values: ProfileValues): ProfileChange {
  const change: ProfileChange = {};
  for (const name of ["first_name", "last_name"] as const)
    if (values[name].trim() !== before[name]) change[name] = values[name].trim();
  for (const fact of ["date_of_birth", "about"] as const)
    if (values[fact].trim() !== before[fact]) change[fact] = values[fact].trim() || null;
  if (phoneOf(values) !== phoneOf(before)) change.phone = phoneOf(values) || null;
  return change;
}

/** @param today in Nassau, yyyy-MM-dd */
export function checkProfile(values: ProfileValues, today: CalendarDate): ProfileFaults {
  const faults: ProfileFaults = {};
  if (!values.first_name.trim()) faults.first_name = "Enter your first name";
  if (!values.last_name.trim()) faults.last_name = "Enter your last name";
  const born = values.date_of_birth;
  if (born && !isDateOfBirth(born, today)) faults.date_of_birth = "Enter your date of birth";
  const phone = phoneOf(values);
  if (phone && !(isPhone(phone) && isRightLength(phone)))
    faults.phone =
      "Enter the full number, such as 555 0100 in The Bahamas, or start with + and the country code";
  return faults;
}
