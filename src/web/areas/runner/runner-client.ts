// Calls the API for a runner. It exchanges the link's secret for a token, and renews the token when
// it expires. The secret comes from the URL's fragment, which browsers never send.
import type { Api } from "../../../contract/index.ts";
import type { RunnerHandover } from "../../../contract/bookings/runner-links.ts";
import { api, ApiError, apiStream, isCode, toApiError } from "../../api/api.ts";
import { PHOTO_TIMEOUT_MS } from "../../parts/trip/offline/send-entry.ts";
import type { TripRecorder } from "../../parts/trip/trip-recorder.ts";
import type { UnsentEntry } from "../../session/phone-store.ts";

type EntryBody = Api["POST /api/runner/handover/entries"]["call"]["body"];

export interface RunnerClient {
  /** @throws ApiError */
  read: (signal: AbortSignal) => Promise<RunnerHandover>;
  /** @param onAnswer receives the handover after each entry */
  openRecorder: (onAnswer: (handover: RunnerHandover) => void) => TripRecorder;
}

type Headers = Record<string, string>;

export function openRunnerClient(secret: string): RunnerClient {
  let token: Promise<string> | undefined;

  async function exchange(): Promise<string> {
    try {
      return (await api("POST /api/runner/tokens", { body: { secret } })).token;
    } catch (error) {
      token = undefined; // The next call tries again.
      throw error;
    }
  }

  /** Requests that come at the same time share one exchange. */
  async function withToken<T>(call: (headers: Headers) => Promise<T>): Promise<T> {
    const used = (token ??= exchange());
    try {
      return await call({ "x-runner-token": await used });
    } catch (error) {
      if (!isCode(error, "runner_token_expired")) throw error;
      if (token === used) token = exchange();
      return call({ "x-runner-token": await (token ??= exchange()) });
    }
  }

  const sendEntry = ({ id, at, deviceAt, content }: UnsentEntry): Promise<RunnerHandover> => {
    const body = { ...content, id, at, ...(deviceAt && { device_at: deviceAt }) } as EntryBody;
    return withToken((headers) => api("POST /api/runner/handover/entries", { body }, { headers }));
  };

  return {
    read: (signal) =>
      withToken((headers) => api("GET /api/runner/handover", {}, { headers, signal })),
    openRecorder: (onAnswer) => ({
      isRunner: true,
      record: async (entry) => onAnswer(await sendEntry(entry)),
      recordPhoto: async (entry, { type, bytes }) =>
        onAnswer(
          await withToken((headers) =>
            sendPhoto(entry, new Blob([bytes], { type }), { ...headers, "content-type": type }),
          ),
        ),
      loadPicture: ({ photoId }, signal) =>
        withToken(async (headers) => {
          const params = { photo_id: photoId };
          const path = "GET /api/runner/handover/photos/{photo_id}";
          return (await apiStream(path, { params }, { headers, signal })).blob();
        }),
      readSecret: async (_bookingId, _handover, renew) => {
        const { secret: shared, tries_left: triesLeft } = await withToken((headers) =>
          api("POST /api/runner/handover/secret", { body: { renew } }, { headers }),
        );
        return { secret: shared, triesLeft, shownSteps: [] };
      },
    }),
  };
}

/** @throws ApiError */
async function sendPhoto(
  { id, at, deviceAt, content }: UnsentEntry,
  body: Blob,
  headers: Headers,
): Promise<RunnerHandover> {
  if (content.kind !== "photo") throw new Error("the entry is not a photo");
  const query = new URLSearchParams({ place: content.place, at });
  if (deviceAt) query.set("device_at", deviceAt);
  if (content.mark_id) query.set("mark_id", content.mark_id);
  const address = `/api/runner/handover/photos/${id}?${query}`;
  const signal = AbortSignal.timeout(PHOTO_TIMEOUT_MS);
  const response = await fetch(address, { method: "PUT", headers, body, signal }).catch(() => {
    throw new ApiError("offline", 0);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw toApiError(response.status, answer);
  return answer as RunnerHandover;
}
