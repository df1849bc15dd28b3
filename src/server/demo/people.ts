// The demo's people. Phone numbers are from the range reserved for fiction.

import type { CalendarDate } from "../../domain/calendar/dates.ts";

export interface DemoPerson {
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  userType: "renter" | "host" | "admin";
  phone: string;
  dateOfBirth: CalendarDate;
}

const person = (
  userType: DemoPerson["userType"],
  key: string,
  name: string,
  phone: string,
  dateOfBirth: CalendarDate,
  email = `${name.toLowerCase().replace(" ", ".")}@caydrive.test`,
): DemoPerson => {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { key, email, firstName, lastName, userType, phone, dateOfBirth };
};

export type HostKey = "keisha" | "deron" | "tamika" | "shantell" | "marvin" | "leroy";

/** The renter whose dashboard the demo shows. */
export const MAIN_RENTER = "marcus";

export const RENTERS: DemoPerson[] = [
  person(
    "renter",
    MAIN_RENTER,
    "Marcus Bethel",
    "+12425550121",
    "1991-04-12",
    "renter@caydrive.test",
  ),
  person("renter", "aaliyah", "Aaliyah Johnson", "+12425550122", "1995-09-30"),
  person("renter", "hannah", "Hannah Whitfield", "+13055550123", "1986-02-17"),
  person("renter", "carlos", "Carlos Mendes", "+13055550124", "1979-11-05"),
  person("renter", "oliver", "Oliver Brandt", "+12125550125", "1989-06-21"),
  person("renter", "simone", "Simone Cartwright", "+12425550126", "1998-01-09"),
  person("renter", "daniel", "Daniel Okafor", "+14165550127", "1983-08-14"),
  person("renter", "grace", "Grace Tran", "+14155550128", "1992-12-02"),
];

export const PEOPLE: DemoPerson[] = [
  person("admin", "andre", "Andre Sands", "+12425550101", "1980-03-19", "admin@caydrive.test"),
  person("host", "keisha", "Keisha Rolle", "+12425550111", "1984-07-08", "host@caydrive.test"),
  person("host", "deron", "Deron Ferguson", "+12425550112", "1978-10-23"),
  person("host", "tamika", "Tamika Russell", "+12425550113", "1988-05-15"),
  person("host", "shantell", "Shantell Albury", "+12425550114", "1982-12-11"),
  person("host", "marvin", "Marvin Pinder", "+12425550115", "1969-08-27"),
  person("host", "leroy", "Leroy Moxey", "+12425550116", "1973-01-31"),
  ...RENTERS,
];
