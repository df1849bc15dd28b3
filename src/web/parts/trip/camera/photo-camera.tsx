// The camera of a slot at the return. It overlays the pickup's photo faintly, so that people can
// stand in the same place.
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { TripPhoto, type TripPhotoProps } from "../trip-photo.tsx";

const JPEG_QUALITY = 0.92;

/** The rear camera, at the size closest to that of a stored photo. */
const WANTED = { video: { facingMode: "environment", width: { ideal: 1920 } } };

interface PhotoCameraProps {
  /** The slot's name. */
  title: string;
  /** The pickup's photo. */
  before: TripPhotoProps;
  onTake: (file: File) => void;
  onClose: () => void;
}

export default function PhotoCamera({ title, before, onTake, onClose }: PhotoCameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"starting" | "ready" | "refused">("starting");
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia(WANTED);
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
    };
    start().catch(() => setState("refused"));
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  const take = async () => {
    const file = video.current && (await grabPicture(video.current));
    if (!file) return setState("refused");
    onClose();
    onTake(file);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description="Stand where the faint pickup photo was taken."
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={state !== "ready"} onClick={() => void take()}>
            Take the photo
          </Button>
        </>
      }
    >
      {state === "refused" ? (
        <p role="alert">
          The camera isn&rsquo;t available here. Close this and tap the slot to use your
          phone&rsquo;s camera.
        </p>
      ) : (
        <div className="relative aspect-[4/3] overflow-hidden rounded-md bg-surface-2">
          <video
            ref={video}
            autoPlay
            playsInline
            muted
            onLoadedMetadata={() => setState("ready")}
            className="size-full object-cover"
          />
          <div className="pointer-events-none absolute inset-0 opacity-40">
            <TripPhoto {...before} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** The preview's width to its height, as in its class. */
const ASPECT_RATIO = 4 / 3;

/** The part of the current picture that the preview shows; null if the browser gives none. */
async function grabPicture(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement("canvas");
  const width = Math.min(video.videoWidth, Math.floor(video.videoHeight * ASPECT_RATIO));
  const height = Math.min(video.videoHeight, Math.floor(video.videoWidth / ASPECT_RATIO));
  canvas.width = width;
  canvas.height = height;
  const left = (video.videoWidth - width) / 2;
  const top = (video.videoHeight - height) / 2;
  canvas.getContext("2d")?.drawImage(video, left, top, width, height, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY);
  });
  return blob && new File([blob], "photo.jpg", { type: blob.type });
}
