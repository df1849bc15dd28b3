// How a trip's page records entries and fetches photos and secrets: through this device's outbox,
// as the signed-in person. The page of a runner, who has no account, provides another one.
import { createContext } from "react";
import type { Picture, UnsentEntry } from "../../session/phone-store.ts";
import type { HandoverKind } from "../../../domain/trip/entry.ts";
import { readSecret, type HandoverSecret } from "./offline/handover-secrets.ts";
import { record, recordPhoto } from "./offline/outbox.ts";
import { loadPicture } from "./offline/pictures.ts";
import type { PhotoKey } from "./offline/stored-trip.ts";

export interface TripRecorder {
  /** A runner records a handover and does nothing else. */
  isRunner: boolean;
  /** @throws ApiError */
  record: (entry: UnsentEntry) => Promise<unknown>;
  /** @throws ApiError */
  recordPhoto: (entry: UnsentEntry, picture: Picture) => Promise<void>;
  /** @throws ApiError */
  loadPicture: (key: PhotoKey, signal: AbortSignal) => Promise<Blob>;
  /** @throws ApiError */
  readSecret: (
    bookingId: string,
    handover: HandoverKind,
    renew: boolean,
  ) => Promise<HandoverSecret>;
}

export const TripRecorderContext = createContext<TripRecorder>({
  isRunner: false,
  record,
  recordPhoto,
  loadPicture,
  readSecret,
});
