// A host's inspection of a car after a storm: photos of all sides, and a note.
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Api } from "../../../../contract/index.ts";
import {
  MAX_INSPECTION_NOTE,
  MAX_INSPECTION_PHOTOS,
  MIN_INSPECTION_PHOTOS,
} from "../../../../domain/storm/storm.ts";
import { setApiData } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { FormField, TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { explainStorm } from "../../../parts/storm/explain-storm.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { ACCEPTED } from "../listing-form/upload-photo.ts";
import { usePhotos, type FormPhoto, type Photos } from "../listing-form/use-photos.ts";

export type WaitingCar = Api["GET /api/host/storm-inspections"]["output"]["cars"][number];

interface InspectionDialogProps {
  car: WaitingCar;
  onClose: () => void;
}

export function InspectionDialog({ car, onClose }: InspectionDialogProps) {
  const { user } = useSession();
  const client = useQueryClient();
  const photos = usePhotos(user?.id ?? "", [], []);
  const { images, uploading } = photos;
  const checkPhotos = (): string | undefined => {
    if (uploading > 0) return "Wait until all photos are uploaded.";
    if (images.length < MIN_INSPECTION_PHOTOS)
      return `Add at least ${MIN_INSPECTION_PHOTOS} photos, one of each side.`;
    return images.length > MAX_INSPECTION_PHOTOS
      ? `Add ${MAX_INSPECTION_PHOTOS} photos at most.`
      : undefined;
  };
  const form = useAppForm({
    id: "inspection",
    initial: { photos: "", note: "" },
    check: () => ({ photos: checkPhotos() }),
    draft: storedTexts({ photos: "", note: `inspection.${car.storm_id}.${car.car_id}` }),
    describe: (error) =>
      explainStorm(error, "The inspection wasn't saved. Please try again in a moment."),
    send: async ({ note }) => {
      const left = await apiAsUser("POST /api/host/storm-inspections/{id}", {
        params: { id: car.car_id },
        body: { storm_id: car.storm_id, photos: images, note: note.trim() },
      });
      setApiData(client, "GET /api/host/storm-inspections", {}, left);
      toast({ title: "Inspection saved", description: `${car.title} can be booked again.` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      summary="The inspection can't be saved yet"
      title={`${car.title} after ${car.storm_name}`}
      description="Walk around the car and check that it is safe to drive. Only you and our team see these photos."
      cancelLabel="Cancel"
      confirmLabel="The car is ready"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <FormField form={form} name="photos" label="Photos of all sides" group>
        <ChoosePhotos id={form.fieldId("photos")} photos={photos} />
      </FormField>
      <TextareaField
        form={form}
        name="note"
        label="Note"
        optional
        maxLength={MAX_INSPECTION_NOTE}
        hint="What you found and repaired."
      />
    </FormDialog>
  );
}

function ChoosePhotos({ id, photos }: { id: string; photos: Photos }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-start gap-3">
      <ul aria-label="Photos" className="grid w-full grid-cols-4 gap-2 empty:hidden">
        {photos.photos.map((photo, index) => (
          <li key={photo.key} className="grid content-start gap-1 text-xs">
            {photo.preview && (
              <img
                src={photo.preview}
                alt={`Side ${index + 1}`}
                className="aspect-[3/2] w-full rounded-md object-cover"
              />
            )}
            <span role={photo.state === "failed" ? "alert" : undefined}>{describe(photo)}</span>
            <button
              type="button"
              className="link min-h-6 w-fit"
              aria-label={`Remove photo ${index + 1}`}
              onClick={() => photos.remove(photo.key)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      <Button id={id} variant="outline" size="small" onClick={() => picker.current?.click()}>
        Choose photos
      </Button>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED}
        multiple
        hidden
        aria-label="Photos"
        onChange={({ target }) => {
          photos.add([...(target.files ?? [])]);
          target.value = ""; // allows choosing the same file again
        }}
      />
    </div>
  );
}

const describe = ({ state, sent, reason }: FormPhoto): string =>
  state === "failed"
    ? reason
    : state === "uploading"
      ? `${sent}%`
      : state === "waiting"
        ? "Waiting"
        : "";
