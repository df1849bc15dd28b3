// Sends one entry of a trip, and decides what a failure means for it.
import type { Agreement } from "../../../../contract/bookings/agreements.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { ApiError } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import type { EndpointCall } from "../../../api/api-cache.ts";
import { sendToApi } from "../../../api/send-file.ts";
import type {
  Attempt,
  EntryProblem,
  PhotoInput,
  Picture,
  UnsentEntry,
} from "../../../session/phone-store.ts";

/** After this long without a response, an entry waits for its next attempt. */
const ENTRY_TIMEOUT_MS = 15_000;
export const PHOTO_TIMEOUT_MS = 120_000;
/** How long an entry waits after its first failure; each further one doubles it. */
const FIRST_WAIT_MS = 20_000;
const MAX_WAIT_MS = 10 * 60_000;

type EntryBody = EndpointCall<"POST /api/bookings/{id}/trip/entries">["body"];

/** What the server answers to an entry: the trip or, to a signature, the agreement. */
export type EntryAnswer = { trip: Trip } | { agreement: Agreement };

/**
 * @param picture of a photo
 * @throws ApiError, or a DOMException if no answer came in time
 */
export async function sendEntry(
  entry: UnsentEntry,
  picture: Picture | undefined,
): Promise<EntryAnswer> {
  const { content } = entry;
  if (content.kind === "photo") return { trip: await sendPhoto(entry, content, picture) };
  const { id, at, deviceAt, handover } = entry;
  const made = { id, at, ...(deviceAt && { device_at: deviceAt }) };
  const params = { id: entry.bookingId };
  const signal = AbortSignal.timeout(ENTRY_TIMEOUT_MS);
  if (content.kind === "signature") {
    const { kind: _kind, ...signature } = content;
    const call = { params, body: { ...signature, ...made } };
    const path = "POST /api/bookings/{id}/agreement/signatures";
    return { agreement: await apiAsUser(path, call, signal) };
  }
  if (content.kind === "confirmation") {
    const { kind: _kind, ...code } = content;
    const call = { params, body: { ...code, ...made, handover } };
    return { trip: await apiAsUser("POST /api/bookings/{id}/trip/confirmations", call, signal) };
  }
  const call = { params, body: { ...content, ...made, handover } as EntryBody };
  return { trip: await apiAsUser("POST /api/bookings/{id}/trip/entries", call, signal) };
}

async function sendPhoto(
  { bookingId, id, at, deviceAt, handover }: UnsentEntry,
  { place, mark_id: markId }: PhotoInput,
  picture: Picture | undefined,
): Promise<Trip> {
  // The browser has lost it.
  if (!picture) throw new ApiError("photo_broken", 422);
  const query = new URLSearchParams({ handover, place, at });
  if (deviceAt) query.set("device_at", deviceAt);
  if (markId) query.set("mark_id", markId);
  const signal = AbortSignal.timeout(PHOTO_TIMEOUT_MS);
  try {
    return (await sendToApi({
      method: "PUT",
      address: `/api/bookings/${bookingId}/trip/photos/${id}?${query}`,
      file: new File([picture.bytes], "photo", { type: picture.type }),
      signal,
      onProgress: () => {},
    })) as Trip;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

/**
 * The refusals that the entry would always get again. Everything else is temporary: the session, a
 * limit, a failing server, a proxy's response, or an entry that another phone has not sent yet.
 */
const FINAL: ReadonlySet<ApiError["code"]> = new Set([
  "invalid_request",
  "not_found",
  "forbidden",
  "no_trip",
  "trip_entry_too_early",
  "trip_entry_too_late",
  "trip_entry_id_taken",
  "too_many_trip_entries",
  "trip_photo_repeated",
  "trip_mark_has_photo",
  "no_lockbox",
  "handover_already_confirmed",
  "lockbox_not_opened",
  "not_confirmed_by_lockbox",
  "lockbox_already_answered",
  "lockbox_answer_too_late",
  "level_unit_wrong",
  "odometer_backwards",
  "odometer_too_far",
  "photo_too_large",
  "photo_type_refused",
  "photo_too_many_pixels",
  "photo_too_narrow",
  "photo_broken",
  "handover_reading_changed",
  "handover_code_wrong",
  "no_valid_handover_code",
  "agreement_changed",
  "agreement_already_signed",
  "signature_name_missing",
  "signature_name_unprintable",
  "signature_path_invalid",
]);
export const isFinalRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && FINAL.has(error.code);

/** Whether every other entry would fail, too: no network, no session, or a limit. */
export const stopsAll = (error: unknown): boolean =>
  error instanceof ApiError && [0, 401, 429].includes(error.status);

export const toProblem = ({ code, status, details, fields }: ApiError): EntryProblem => ({
  code,
  status,
  details,
  fields,
});

/** The error of an entry that was refused or has failed, to be explained. */
export const toError = ({ code, status, details, fields }: EntryProblem): ApiError =>
  new ApiError(code, status, details, fields);

/** The next attempt, after as long as the server asks, or longer after each failure. */
export function nextAttempt({ attempt }: UnsentEntry, error: unknown): Attempt {
  const answer = error instanceof ApiError && error.status > 0 ? error : null;
  const count = (attempt?.count ?? 0) + 1;
  const asked = answer?.details["retry_after_seconds"];
  const waitMs =
    typeof asked === "number"
      ? asked * 1000
      : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - 1));
  return { count, at: Date.now(), waitMs, problem: answer && toProblem(answer) };
}

/** Which entries to send: those that are due, also those without a response, or all. */
export const SCOPES = ["due", "unanswered", "all"] as const;
export type Scope = (typeof SCOPES)[number];

const isConfirmation = ({ kind }: UnsentEntry["content"]): boolean =>
  kind === "confirmation" || kind === "lockbox_confirmation";

/** Whether an entry is about another: a confirmation about its reading, a photo about its mark. */
export const isAbout = (
  { bookingId, content }: UnsentEntry,
  other: Pick<UnsentEntry, "bookingId" | "id">,
): boolean =>
  bookingId === other.bookingId &&
  (("reading_id" in content && content.reading_id === other.id) ||
    ("mark_id" in content && content.mark_id === other.id));

/** Refuses the entries that are about a refused entry, for the same reason. */
export const refuseDependent = (all: readonly UnsentEntry[]): UnsentEntry[] =>
  all.map((entry) => {
    const named = all.find((other) => other.refusal !== null && isAbout(entry, other));
    return named ? { ...entry, refusal: entry.refusal ?? named.refusal } : entry;
  });

/**
 * Whether the entries that this one depends on have been sent: the one that it is about and, for a
 * return, the confirmation of the pickup.
 * @param all the person's unsent entries
 */
export const isReady = (entry: UnsentEntry, all: readonly UnsentEntry[]): boolean =>
  all.every(
    (other) =>
      other.bookingId !== entry.bookingId ||
      other.refusal !== null ||
      (!isAbout(entry, other) &&
        (entry.handover !== "return" ||
          other.handover !== "pickup" ||
          !isConfirmation(other.content))),
  );

/** Whether an entry is to be sent now. After the clock was set back, it is. */
export function isDue({ attempt }: UnsentEntry, scope: Scope): boolean {
  if (!attempt || scope === "all" || (scope === "unanswered" && !attempt.problem)) return true;
  return Date.now() >= attempt.at + attempt.waitMs || Date.now() < attempt.at;
}
