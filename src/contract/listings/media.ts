// Photo endpoints in the protocol of storage-js: what the unmodified client sends and reads at
// /storage/v1, for its one bucket. Unknown fields are dropped, not refused, as the client adds
// some. Errors have the shape of storageErrorSchema.
import { z } from "zod";
import { PHOTO_FORMATS, PHOTO_STATES, PHOTO_WIDTHS } from "../../domain/listing/photo.ts";
import { id, instant, NO_CONTROLS } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const BUCKET = "car-images";
/** The maximum that one response lists or one request removes. */
const MAX_OBJECTS = 1000;
/** Several times the number of photos per car. */
const MAX_KEYS = 100;

export const storageErrorSchema = z
  .object({
    statusCode: z.string().describe("The HTTP status."),
    error: z.string().describe("Stable; identical to code."),
    code: z.string().describe("Stable. Clients should branch on this."),
    message: z.string().describe("A sentence to show to the user."),
  })
  .meta({ id: "StorageError" });
export type StorageErrorBody = z.infer<typeof storageErrorSchema>;

export const storedPhotoSchema = z
  .object({
    name: z.string().describe("The name within the listed folder."),
    id: id.nullable().describe("null for a folder, as are the fields below."),
    created_at: instant.nullable(),
    updated_at: instant.nullable(),
    last_accessed_at: instant
      .nullable()
      .describe("Not recorded. The time of the last change is returned instead."),
    metadata: z
      .object({
        size: z.int(),
        mimetype: z.string(),
        width: z.int(),
        height: z.int(),
        state: z.enum(PHOTO_STATES),
      })
      .nullable(),
  })
  .meta({ id: "StoredPhoto" });
export type StoredPhoto = z.infer<typeof storedPhotoSchema>;

const plain = (max: number) =>
  z.string().max(max).regex(NO_CONTROLS, "can't contain control characters");
const key = plain(200);
const objectPath = `/storage/v1/object/${BUCKET}/{path}` as const;
const uploaded = z.object({ Id: id, Key: z.string().describe("The bucket and path.") });
const UPLOAD_ERRORS = [
  "forbidden",
  "uploads_under_way",
  "photo_name_refused",
  "photo_exists",
  "photo_too_large",
  "photo_type_refused",
  "photo_too_many_pixels",
  "photo_too_narrow",
  "photo_broken",
  "photo_store_failed",
] as const;
const upload = {
  path: objectPath,
  access: "signed_in",
  // Enough for all photos of twenty cars in an hour, with some retries.
  limit: { name: "photo-upload", attempts: 500, seconds: 3600 },
  params: z.object({
    path: key.describe(
      "A random UUID with a photo's file extension, optionally in a folder named by the caller's own id.",
    ),
  }),
  file: ["multipart/form-data", "image/jpeg", "image/png", "image/webp", "image/heic"],
  output: uploaded,
  errors: UPLOAD_ERRORS,
} as const;

export const uploadPhoto = endpoint({
  ...upload,
  method: "POST",
  policy: "host_area.enter",
  summary:
    "Uploads a host's photo: JPEG, PNG, WebP or HEIC, detected by its content, at most 15 MB and 50 megapixels. It is rotated upright and stripped of metadata.",
  headers: z.object({
    "x-upsert": z
      .enum(["true", "false"])
      .optional()
      .describe("true: replaces the caller's own photo of the same name."),
  }),
});

export const replacePhoto = endpoint({
  ...upload,
  method: "PUT",
  policy: "host_area.enter",
  summary: "The same as POST with x-upsert: true.",
});

export const listPhotos = endpoint({
  method: "POST",
  path: `/storage/v1/object/list/${BUCKET}`,
  access: "signed_in",
  summary: "Lists the photos and folders in a folder: a host's own, or all for admins.",
  body: z.object({
    prefix: key.default("").describe("The folder; empty for the root."),
    limit: z.int().min(1).max(MAX_OBJECTS).default(100),
    offset: z.int().min(0).max(1_000_000).default(0),
    sortBy: z
      .object({
        column: z.enum(["name", "created_at", "updated_at", "last_accessed_at"]).default("name"),
        order: z.enum(["asc", "desc"]).default("asc"),
      })
      .prefault({}),
    search: plain(200).optional().describe("Part of the name."),
  }),
  output: z.array(storedPhotoSchema),
  errors: [],
});

export const deletePhotos = endpoint({
  method: "DELETE",
  path: `/storage/v1/object/${BUCKET}`,
  access: "signed_in",
  summary:
    "Removes the caller's own photos that no car uses (anyone's for admins). Returns the removed photos.",
  body: z.object({ prefixes: z.array(key).max(MAX_OBJECTS) }),
  output: z.array(storedPhotoSchema),
  errors: [],
});

export const getPhotoStates = endpoint({
  method: "GET",
  path: "/api/photos",
  access: "signed_in",
  summary:
    "The processing states of the caller's own photos. The sizes that pages request are generated after the upload.",
  query: z.strictObject({
    keys: z
      .string()
      .max(MAX_KEYS * 100)
      .transform((keys) => keys.split(","))
      .pipe(z.array(key).max(MAX_KEYS))
      .describe(
        "The names under which the photos were uploaded, separated by commas. Unknown photos and photos of others are omitted.",
      ),
  }),
  output: z.object({
    photos: z.array(
      z.object({
        key: z.string(),
        url: z.string().describe("The URL to use in a listing's images."),
        state: z.enum(PHOTO_STATES),
        width: z.int(),
        height: z.int(),
      }),
    ),
  }),
  errors: [],
});

/** The query string of a photo's URL. */
export const photoSizeQuery = z.object({
  width: z
    .enum(PHOTO_WIDTHS.map(String), `must be one of ${PHOTO_WIDTHS.join(", ")}`)
    .default("960")
    .transform((width) => PHOTO_WIDTHS.find((each) => String(each) === width) ?? 960),
  format: z
    .enum(PHOTO_FORMATS, `must be one of ${PHOTO_FORMATS.join(", ")}`)
    .optional()
    .describe("If omitted, AVIF for clients that accept it, otherwise WebP."),
});
