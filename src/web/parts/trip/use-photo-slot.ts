// Takes the photo of one slot: checks its quality on the phone, then records it.
import { use, useState } from "react";
import type { PhotoPlace } from "../../../domain/trip/entry.ts";
import type { PhotoProblem } from "../../../domain/trip/photo-quality.ts";
import { useSession } from "../../session/session.ts";
import { explainTrip } from "./explain-trip.tsx";
import type { HandoverProps } from "./handover-props.ts";
import { TripRecorderContext } from "./trip-recorder.ts";
import { preparePhoto, type PreparedPhoto } from "./prepare-photo.ts";

const PROBLEMS: Record<PhotoProblem, string> = {
  dark: "Too dark. Please take it again with more light.",
  blurred: "Blurred. Please hold the phone still and take it again.",
};
/** After this many bad photos in a row, the user may keep one. */
const TRIES = 2;

/** @param markId the mark that the photo shows */
export function usePhotoSlot(
  { trip, handover }: HandoverProps,
  place: PhotoPlace,
  markId?: string,
) {
  const { user } = useSession();
  const { recordPhoto } = use(TripRecorderContext);
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState(0);
  /** A photo that was not recorded, and what the button that records it says. */
  const [pending, setPending] = useState<{ photo: PreparedPhoto; label: string }>();

  const save = async (photo: PreparedPhoto): Promise<void> => {
    setBusy(true);
    setSaved(false);
    setFailure(undefined);
    setPending(undefined);
    try {
      const { file, problem: _problem, ...made } = photo;
      const picture = { type: file.type, bytes: await file.arrayBuffer() };
      const entry = { ...made, handover, bookingId: trip.booking_id, userId: user?.id ?? "" };
      const content = { kind: "photo" as const, place, ...(markId ? { mark_id: markId } : {}) };
      await recordPhoto({ ...entry, content, refusal: null }, picture);
      setRefused(0);
      setSaved(true);
    } catch (error) {
      setFailure(explainTrip(error, "The photo wasn't sent. Please try again."));
      setPending({ photo, label: "Send again" });
    } finally {
      setBusy(false);
    }
  };
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    const photo = await preparePhoto(file);
    if (!photo.problem) return save(photo);
    setBusy(false);
    setRefused(refused + 1);
    setFailure(PROBLEMS[photo.problem]);
    setPending(refused + 1 < TRIES ? undefined : { photo, label: "Keep it" });
  };
  return { isBusy, saved, failure, pending, take, save };
}
