// The file names of a photo: its master, and the sizes that a job makes from it.
import { PHOTO_SIZES, type PhotoSize } from "../../../domain/listing/photo.ts";
import type { JobOptions } from "../../platform/jobs/jobs.ts";

export const masterName = (id: string): string => `${id}/master.jpg`;
export const sizeName = (id: string, { width, format }: PhotoSize): string =>
  `${id}/${width}.${format}`;

/** The names of all files of a photo. */
export const listObjectNames = (id: string): string[] => [
  masterName(id),
  ...PHOTO_SIZES.map((size) => sizeName(id, size)),
];

/** The id in the name of a photo's file; undefined for other files. */
export const readPhotoId = (name: string): string | undefined =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/.exec(name)?.[1];

export interface PhotoSizesJob {
  photo_id: string;
}
export const PHOTO_SIZES_JOB = {
  name: "photo-sizes",
  options: { retryLimit: 2 },
} as const satisfies { name: string; options: JobOptions };
