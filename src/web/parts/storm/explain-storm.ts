// The message for each error code about storms. They are not in api/problem-sentences.ts, because
// public pages load that.
import type { StormErrorDetails } from "../../../domain/storm/errors.ts";
import { islandName } from "../../../domain/place/islands.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatDay, formatList } from "../../../domain/text/format.ts";
import { ApiError } from "../../api/api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";

type Code = Exclude<keyof StormErrorDetails, "car_awaits_inspection">;
type Sentences = { [C in Code]: (details: StormErrorDetails[C]) => string };

const SENTENCES: Sentences = {
  storm_without_islands: () => "Choose at least one island.",
  storm_days_reversed: () => "The last day can't be before the first.",
  storm_too_long: ({ max_days }) => `A storm can last ${max_days} days at most.`,
  storm_past: () => "The last day is in the past. Choose today or a later day.",
  storm_already_on: ({ islands }) =>
    `A storm is already declared for ${formatList(islands.map(islandName))}. Change its last day, or end it first.`,
  storm_ended: () => "This storm is over.",
  no_storm: () => "The storm is over or no longer affects this trip. The usual terms apply.",
  storm_move_too_early: ({ last_day }) =>
    `Choose days after ${formatDay(last_day, todayInNassau(new Date()))}, the last day of the storm.`,
  storm_refunds_running: () => "Refunds are still running. Stop them, or wait for them to finish.",
  inspection_too_early: ({ storm }) =>
    `${storm} is not over yet. We'll email you when it's time to check your cars.`,
  inspection_already_done: () => "This car was inspected already.",
  inspection_photos_missing: ({ min }) => `Add at least ${min} photos, one of each side.`,
};

/** The message for a failure about storms; `otherwise` covers failures without a code. */
export function explainStorm(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.code in SENTENCES) {
    const code = error.code as keyof Sentences;
    return (SENTENCES[code] as (details: unknown) => string)(error.details);
  }
  return sentenceFor(error, otherwise);
}
