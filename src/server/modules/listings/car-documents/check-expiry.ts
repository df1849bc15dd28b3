// Checks the last valid day of the documents of cars and businesses.
import { isBefore, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { latestExpiry } from "../../../../domain/listing/car-documents.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import type { Ctx } from "../../../platform/context.ts";

/**
 * Checks the last valid day of an uploaded document.
 * @throws DomainError invalid_request
 */
export function checkExpiry(
  ctx: Pick<Ctx, "clock">,
  expiresOn: CalendarDate | null,
  { isRequired = false } = {},
): void {
  const message = expiryError(expiresOn, isRequired, todayInNassau(ctx.clock.now()));
  if (message)
    throw new DomainError("invalid_request", { errors: [{ field: "query.expires_on", message }] });
}

function expiryError(
  expiresOn: CalendarDate | null,
  isRequired: boolean,
  today: CalendarDate,
): string | undefined {
  if (expiresOn === null)
    return isRequired ? "Enter the last day on which the document is valid." : undefined;
  if (isBefore(expiresOn, today))
    return "This document has already expired. Upload the renewed one.";
  const latest = latestExpiry(today);
  return isBefore(latest, expiresOn)
    ? `Enter a date no later than ${formatMonthDayYear(latest)}.`
    : undefined;
}
