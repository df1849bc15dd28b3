// A photo of a handover: from this device if it took or showed it before, else fetched as the
// signed-in user.
import { useQuery } from "@tanstack/react-query";
import { use, useEffect, useState } from "react";
import { useSession } from "../../session/session.ts";
import { cx } from "../../ui/cx.ts";
import { TripRecorderContext } from "./trip-recorder.ts";
import { useIsOnline } from "./offline/use-outbox.ts";

export interface TripPhotoProps {
  bookingId: string;
  photoId: string;
  alt: string;
  /** Shows the whole photo, with bars beside it, instead of filling the box. */
  isWhole?: boolean;
}

export function TripPhoto({ bookingId, photoId, alt, isWhole = false }: TripPhotoProps) {
  const userId = useSession().user?.id ?? "";
  const { loadPicture } = use(TripRecorderContext);
  const { data: picture, isError } = useQuery({
    queryKey: ["trip-photo", photoId],
    staleTime: Infinity,
    queryFn: ({ signal }) => loadPicture({ userId, bookingId, photoId }, signal),
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  const isOnline = useIsOnline();
  if (isError)
    return (
      <span className="p-2 text-center text-xs text-muted-foreground">
        {isOnline ? "Didn't load" : "Needs a network"}
      </span>
    );
  return address ? (
    <img
      src={address}
      alt={alt}
      className={cx("size-full", isWhole ? "object-contain" : "object-cover")}
    />
  ) : null;
}
