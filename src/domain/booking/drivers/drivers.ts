// Additional drivers (product.md, Additional drivers): people besides the renter who may drive the
// car of a booking, each with an account and a verified licence of their own.
import { DomainError } from "../../errors.ts";
import type { IdentityState } from "../../person/identity.ts";
import type { CalendarDate } from "../../calendar/dates.ts";
import { ageOn, MINIMUM_RENTER_AGE } from "../../person/renter.ts";
import type { BookingStatus, PaymentStatus } from "../booking.ts";
import { pickupAt, type RentalPeriod } from "../rental-period.ts";
import { MAX_ADDITIONAL_DRIVERS } from "./limits.ts";

/** An invitation is valid for this many days, and never beyond the pickup. */
const INVITATION_DAYS = 14;
/** Invitations that an address receives from all senders within 24 hours. */
export const MAX_INVITATIONS_A_DAY = 5;
/** First names are cut to this length in an invitation: anybody may receive one. */
const MAX_NAME_IN_INVITATION = 30;
const DAY_MS = 86_400_000;

/** named: entered in an unpaid checkout, and not invited yet. */
export type StoredDriverState = "named" | "invited" | "accepted" | "declined" | "removed";

export const DRIVER_STATES = [
  "invited",
  "unsent",
  "expired",
  "accepted",
  "declined",
  "removed",
] as const;
export type DriverState = (typeof DRIVER_STATES)[number];

/**
 * Checks the addresses that a renter adds, in lower case.
 * @param known the addresses of the booking's other drivers
 * @throws DomainError driver_is_renter, driver_named_twice, too_many_drivers
 */
export function checkDriverEmails(
  emails: readonly string[],
  { renterEmail, known = [] }: { renterEmail: string; known?: readonly string[] },
): void {
  const others = new Set(known);
  for (const email of emails) {
    if (email === renterEmail) throw new DomainError("driver_is_renter", { email });
    if (others.has(email)) throw new DomainError("driver_named_twice", { email });
    others.add(email);
  }
  if (others.size > MAX_ADDITIONAL_DRIVERS)
    throw new DomainError("too_many_drivers", { limit: MAX_ADDITIONAL_DRIVERS });
}

/** When an invitation that is sent now expires: after INVITATION_DAYS, or at the pickup. */
export const invitationExpiresAt = (period: RentalPeriod, now: Date): Date =>
  new Date(Math.min(now.getTime() + INVITATION_DAYS * DAY_MS, pickupAt(period).getTime()));

/** A first name as an invitation shows it, with an ellipsis if it is cut. */
export const shortenName = (name: string): string =>
  name.length > MAX_NAME_IN_INVITATION ? `${name.slice(0, MAX_NAME_IN_INVITATION - 1)}…` : name;

/**
 * Whether drivers of a booking may be invited and removed, and invitations accepted: until the
 * pickup of a request or an approved booking.
 */
export const mayChangeDrivers = (
  {
    status,
    paymentStatus,
    period,
  }: { status: BookingStatus; paymentStatus: PaymentStatus; period: RentalPeriod },
  now: Date,
): boolean =>
  (status === "approved" || (status === "pending" && paymentStatus === "authorized")) &&
  now < pickupAt(period);

/** The state of a driver as people see it; null while the checkout is not paid. */
export function shownDriverState(
  {
    state,
    expiresAt,
    isSent,
  }: { state: StoredDriverState; expiresAt: Date | null; isSent: boolean },
  now: Date,
): DriverState | null {
  if (state === "named") return null;
  if (state !== "invited") return state;
  if (expiresAt === null || expiresAt <= now) return "expired";
  return isSent ? "invited" : "unsent";
}

/** Whether a driver who accepted may drive now: their verification can end before the pickup. */
export const mayDrive = (driver: {
  identity: IdentityState;
  isSuspended: boolean;
  dateOfBirth: CalendarDate | null;
  startDate: CalendarDate;
}): boolean =>
  driver.identity === "verified" &&
  !driver.isSuspended &&
  driver.dateOfBirth !== null &&
  ageOn(driver.dateOfBirth, driver.startDate) >= MINIMUM_RENTER_AGE;

/** A driver as a reader of the booking may know them. The name is null until they have accepted. */
interface ListedDriver {
  state: DriverState;
  name: { first_name: string; last_name: string } | null;
  /** null once the booking is over. */
  is_verified: boolean | null;
}

/** What counts at the pickup: "Licence verified", "No longer verified". */
export function describeDriver({ state, is_verified }: ListedDriver): string {
  if (state === "accepted" && is_verified !== null)
    return is_verified ? "Licence verified" : "No longer verified";
  return {
    accepted: "Accepted",
    invited: "Invited, not confirmed",
    unsent: "Not sent yet",
    expired: "Invitation expired",
    declined: "Declined",
    removed: "Removed",
  }[state];
}

/**
 * Who may drive and who may not, for the host at the pickup, in up to two lines:
 * "Additional drivers: Ann Rolle (licence verified)"
 * "May not drive: Ben Rolle (no longer verified), 1 invited person who hasn't accepted"
 */
export function listDrivers(drivers: readonly ListedDriver[]): string[] {
  const list = (isReady: boolean) =>
    drivers.flatMap((driver) => {
      const { state, name } = driver;
      if (state !== "accepted" || name === null || driver.is_verified !== isReady) return [];
      return `${name.first_name} ${name.last_name} (${describeDriver(driver).toLowerCase()})`;
    });
  const ready = list(true);
  const invited = drivers.filter(({ state }) => state === "invited").length;
  const others = [
    ...list(false),
    ...(invited > 0
      ? [
          invited === 1
            ? "1 invited person who hasn't accepted"
            : `${invited} invited people who haven't accepted`,
        ]
      : []),
  ];
  return [
    ...(ready.length > 0 ? [`Additional drivers: ${ready.join(", ")}`] : []),
    ...(others.length > 0 ? [`May not drive: ${others.join(", ")}`] : []),
  ];
}

/** Warns a renter before the pickup of drivers who can't drive. */
export function warnOfDrivers(drivers: readonly ListedDriver[]): string[] {
  const lost = drivers.flatMap(({ state, name, is_verified }) =>
    state === "accepted" && name && is_verified === false
      ? `${name.first_name} ${name.last_name} is no longer verified, so they can't drive.`
      : [],
  );
  const open = drivers.filter(
    ({ state }) => state === "invited" || state === "unsent" || state === "expired",
  ).length;
  if (open === 0) return lost;
  return [
    ...lost,
    open === 1
      ? "One driver hasn't accepted your invitation, so they can't drive."
      : `${open} drivers haven't accepted your invitations, so they can't drive.`,
  ];
}
