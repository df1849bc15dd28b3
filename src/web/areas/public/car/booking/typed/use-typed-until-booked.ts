// What the renter types in the booking panel: the special requests and the drivers' addresses. Both
// survive a reload and signing up, until the car is booked.
import { useEffect, useState } from "react";
import { MAX_ADDITIONAL_DRIVERS } from "../../../../../../domain/booking/drivers/limits.ts";
import type { ErrorDetails } from "../../../../../../domain/errors.ts";
import { ApiError, isCode } from "../../../../../api/api.ts";
import { explain } from "../../../../../api/explain.ts";
import { emailError } from "../../../../../forms/email-error.ts";
import { useTypedText } from "../../../../../parts/booking/typed-texts.ts";
import { useSession } from "../../../../../session/session.ts";
import { driverFieldId } from "../booking-focus.ts";

export function useTypedUntilBooked(carId: string, isBooked: boolean) {
  const [requests, setRequests] = useTypedText(carId, "requests");
  const [lines, setLines] = useTypedText(carId, "drivers");
  const [isChecked, setIsChecked] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [isDriversOpen, setIsDriversOpen] = useState(false);
  const own = useSession().profile?.email;
  useEffect(() => {
    if (!isBooked) return;
    setRequests("");
    setLines("");
  }, [isBooked, setRequests, setLines]);
  const texts = lines.split("\n");
  const drivers = Array.from({ length: MAX_ADDITIONAL_DRIVERS }, (_, index) => texts[index] ?? "");
  const setDrivers = (changed: readonly string[]) =>
    setLines(changed.some((text) => text.trim()) ? changed.join("\n") : "");
  const errors = findDriverErrors(drivers, own).map(
    (error, index) => error ?? refused[normalise(drivers[index] ?? "")],
  );
  const focusOnDriver = (index: number) => {
    setIsDriversOpen(true);
    // Once the disclosure is open.
    requestAnimationFrame(() => document.getElementById(driverFieldId(index))?.focus());
  };
  const namedDrivers = drivers.map(normalise).filter(Boolean);
  return {
    requests,
    setRequests,
    /** One typed text per additional driver, empty for none. */
    drivers,
    setDrivers,
    /** The addresses to send. */
    namedDrivers,
    /** By driver; shown from the first attempt to book. */
    driverErrors: isChecked ? errors : [],
    /** @returns whether the drivers can be sent; otherwise focuses the first wrong one */
    checkDrivers: (): boolean => {
      const first = errors.findIndex((error) => error !== undefined);
      setIsChecked(first >= 0);
      if (first >= 0) focusOnDriver(first);
      return first < 0;
    },
    /** How many of the addresses can be invited. */
    validDrivers: drivers.filter((text, index) => normalise(text) && !errors[index]).length,
    isDriversOpen,
    setIsDriversOpen,
    /** Shows the server's refusal at the driver's field. @returns whether it is about a driver */
    showDriverRefusal: async (error: unknown): Promise<boolean> => {
      const email = findRefusedDriver(error, namedDrivers);
      const index = drivers.findIndex((each) => email !== undefined && normalise(each) === email);
      if (email === undefined || index < 0) return false;
      setRefused({ [email]: await explainDriver(error) });
      setIsChecked(true);
      focusOnDriver(index);
      return true;
    },
  };
}

/** The address that the server has refused. */
function findRefusedDriver(error: unknown, sent: readonly string[]): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "driver_is_renter" || error.code === "driver_named_twice")
    return (error.details as ErrorDetails["driver_is_renter"]).email;
  if (error.code !== "invalid_request") return undefined;
  const { errors } = error.details as ErrorDetails["invalid_request"];
  const [, index] =
    errors.map(({ field }) => /^body\.drivers[[.](\d+)/.exec(field)).find(Boolean) ?? [];
  return index === undefined ? undefined : sent[Number(index)];
}

const explainDriver = (error: unknown): Promise<string> | string =>
  isCode(error, "invalid_request")
    ? "Enter a full email address, like name@example.com."
    : explain(error, "This driver can't be invited.");

const normalise = (email: string): string => email.trim().toLowerCase();

/** The server checks the same. */
function findDriverErrors(
  drivers: readonly string[],
  own: string | undefined,
): (string | undefined)[] {
  const emails = drivers.map(normalise);
  return emails.map((email, index) => {
    if (!email) return undefined;
    if (email === own) return "You're already the driver. Enter someone else's email.";
    if (emails.indexOf(email) < index) return "You've already entered this address.";
    return emailError(email);
  });
}
