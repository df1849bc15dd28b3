// The fields of a profile as a form has them (text, empty for none), and what of them is sent.
import type { Profile } from "../../../contract/accounts.ts";
import type { Api } from "../../../contract/index.ts";
import { compactPhone, isPhone } from "../../../domain/phone.ts";
import { isDateOfBirth } from "../../../domain/renter.ts";

export const PROFILE_FIELDS = ["first_name", "last_name", "phone", "date_of_birth"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileValues = Record<ProfileField, string>;
export type ProfileFaults = Partial<Record<ProfileField, string>>;

type ProfileChange = Api["PATCH /api/profile"]["call"]["body"];

export const profileValues = (profile: Profile): ProfileValues => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  phone: profile.phone ?? "",
  date_of_birth: profile.date_of_birth ?? "",
});

export const NO_VALUES: ProfileValues = { first_name: "", last_name: "", phone: "", date_of_birth: "" };

/** The fields that differ, as the API takes them: trimmed, null for what was emptied. */
export function changedFields(before: ProfileValues, values: ProfileValues): ProfileChange {
  const change: ProfileChange = {};
  for (const name of ["first_name", "last_name"] as const)
    if (values[name].trim() !== before[name]) change[name] = values[name].trim();
  for (const fact of ["phone", "date_of_birth"] as const)
    if (values[fact].trim() !== before[fact]) change[fact] = values[fact].trim() || null;
  return change;
}

/** @param today in Nassau, yyyy-MM-dd */
export function checkProfile(values: ProfileValues, today: string): ProfileFaults {
  const faults: ProfileFaults = {};
  if (!values.first_name.trim()) faults.first_name = "Enter your first name";
  if (!values.last_name.trim()) faults.last_name = "Enter your last name";
  const phone = compactPhone(values.phone);
  if (phone && !isPhone(phone)) faults.phone = "Enter the number with its country code, like +1 242 555 0100";
  const born = values.date_of_birth;
  if (born && !isDateOfBirth(born, today)) faults.date_of_birth = "Enter the day you were born";
  return faults;
}
