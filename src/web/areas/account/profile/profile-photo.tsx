// The profile photo: upload with progress (stored immediately), replace and remove.
import { useRef, useState } from "react";
import type { Profile } from "../../../../contract/people/accounts.ts";
import { MAX_PHOTO_BYTES, MAX_PHOTO_MEGABYTES } from "../../../../domain/listing/photo.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { useUpload } from "../../../forms/use-upload.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { sendToApi } from "../../../api/send-file.ts";
import { accessToken } from "../../../session/access-token.ts";
import { reloadProfile } from "../../../session/account.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { FilePicker } from "../../../ui/form/file-picker.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { UploadProgress } from "../../../ui/form/upload-progress.tsx";
import { profilePhotoUrl } from "../../../../domain/person/profile-photo.ts";

const ACCEPTED = "image/jpeg,image/png,image/webp,.heic,.heif";
const TOO_LARGE = sentenceFor(
  new ApiError("photo_too_large", 0, { limit_megabytes: MAX_PHOTO_MEGABYTES }),
  "This is too large.",
);

export function ProfilePhoto({ profile }: { profile: Profile }) {
  const { photo_id } = profile;
  const change = usePhotoChange();
  return (
    <Panel as="section" aria-labelledby="photo" className="grid max-w-[44rem] gap-4">
      <h2 id="photo" className="text-xl">
        Photo
      </h2>
      <div className="flex flex-wrap items-center gap-5">
        {photo_id ? (
          <img
            src={profilePhotoUrl(photo_id, 320)}
            alt="You"
            width={96}
            height={96}
            className="size-24 flex-none rounded-full bg-surface-3 object-cover"
          />
        ) : (
          <Avatar large firstName={profile.first_name} lastName={profile.last_name} />
        )}
        <div className="grid min-w-[min(100%,16rem)] flex-1 gap-3">
          <p className="text-sm text-muted-foreground">
            A public photo, so you find each other at pickup. JPEG, PNG, WebP or HEIC, up to{" "}
            {MAX_PHOTO_MEGABYTES} MB.
          </p>
          {change.sent !== null ? (
            <UploadProgress
              label="Uploading your photo"
              sent={change.sent}
              then="Cropping and saving"
            />
          ) : (
            change.problem && (
              <p role="alert" className="text-sm text-destructive-text">
                {change.problem}
              </p>
            )
          )}
          <PhotoButtons hasPhoto={photo_id !== null} change={change} />
        </div>
      </div>
    </Panel>
  );
}

type PhotoChange = ReturnType<typeof usePhotoChange>;

function PhotoButtons({ hasPhoto, change }: { hasPhoto: boolean; change: PhotoChange }) {
  const picker = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isUploading = change.sent !== null;
  return (
    <>
      <FilePicker
        ref={picker}
        label="Photo of you"
        accept={ACCEPTED}
        onPick={(file) => void change.send(file)}
      />
      <div className="flex flex-wrap gap-3">
        {isUploading ? (
          <Button variant="outline" size="small" onClick={change.cancel}>
            Cancel upload
          </Button>
        ) : (
          <Button
            ref={button}
            variant="secondary"
            size="small"
            onClick={() => picker.current?.click()}
          >
            {hasPhoto ? "Change photo" : "Choose a photo"}
          </Button>
        )}
        {hasPhoto && !isUploading && (
          <Button
            variant="ghost-destructive"
            size="small"
            busy={change.isRemoving}
            busyLabel="Removing..."
            onClick={() => void change.remove(() => button.current?.focus())}
          >
            Remove photo
          </Button>
        )}
      </div>
    </>
  );
}

/** Uploads and removes the photo. Both report to the same error message. */
function usePhotoChange() {
  const { sent, upload, cancel } = useUpload();
  const [isRemoving, setIsRemoving] = useState(false);
  const [problem, setProblem] = useState<string>();

  const send = async (file: File) => {
    setProblem(undefined);
    if (file.size > MAX_PHOTO_BYTES) return setProblem(TOO_LARGE);
    try {
      await upload(async (options) => {
        await sendToApi({ method: "PUT", address: "/api/profile/photo", file, ...options });
        await reloadProfile();
        toast({ title: "Photo saved" });
      });
    } catch (error) {
      if (!isSessionOver(error))
        setProblem(
          `${sentenceFor(error, "We couldn't save the photo. Please try again.")} Nothing was changed.`,
        );
    }
  };

  const remove = async (onRemoved: () => void) => {
    setProblem(undefined);
    setIsRemoving(true);
    try {
      await api("DELETE /api/profile/photo", {}, { token: await accessToken() });
      await reloadProfile();
      onRemoved();
      toast({ title: "Photo removed" });
    } catch (error) {
      if (!isSessionOver(error))
        setProblem(sentenceFor(error, "We couldn't remove the photo. Please try again."));
    }
    setIsRemoving(false);
  };

  return { sent, isRemoving, problem, send, cancel, remove };
}
