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
import type { FieldErrors } from "../../../forms/form-errors.ts";

export interface ProfileValues {
  first_name: string;
  last_name: string;
  date_of_birth: string;
  about: string;
  /** Without its country code. */
  phone: string;
  phone_country: string;
}

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

const toPhone = (values: ProfileValues): string =>
  joinPhone({ country: values.phone_country, number: values.phone });

/** The changed fields in the API's form: trimmed, and null for a field that was emptied. */
export function changedProfileFields(before: ProfileValues, values: ProfileValues): ProfileChange {
  const change: ProfileChange = {};
  for (const name of ["first_name", "last_name"] as const)
    if (values[name].trim() !== before[name]) change[name] = values[name].trim();
  for (const fact of ["date_of_birth", "about"] as const)
    if (values[fact].trim() !== before[fact]) change[fact] = values[fact].trim() || null;
  if (toPhone(values) !== toPhone(before)) change.phone = toPhone(values) || null;
  return change;
}

/** @param today in Nassau, yyyy-MM-dd */
export function checkProfile(
  values: ProfileValues,
  today: CalendarDate,
): FieldErrors<ProfileValues> {
  const errors: FieldErrors<ProfileValues> = {};
  if (!values.first_name.trim()) errors.first_name = "Enter your first name";
  if (!values.last_name.trim()) errors.last_name = "Enter your last name";
  const born = values.date_of_birth;
  if (born && !isDateOfBirth(born, today)) errors.date_of_birth = "Enter your date of birth";
  const phone = toPhone(values);
  if (phone && !(isPhone(phone) && isRightLength(phone)))
    errors.phone =
      "Enter the full number, such as 555 0100 in The Bahamas, or start with + and the country code";
  return errors;
}
