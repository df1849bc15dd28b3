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
    error: z.string().describe("Stable; the same as code."),
    code: z.string().describe("Stable; the client decides by it."),
    message: z.string().describe("A sentence for the person."),
  })
  .meta({ id: "StorageError" });
export type StorageErrorBody = z.infer<typeof storageErrorSchema>;

export const storedPhotoSchema = z
  .object({
    name: z.string().describe("Within the folder that was listed."),
    id: id.nullable().describe("null for a folder, as are the others."),
    created_at: instant.nullable(),
    updated_at: instant.nullable(),
    last_accessed_at: instant.nullable().describe("Not kept: when it was last changed."),
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
const uploaded = z.object({ Id: id, Key: z.string().describe("Bucket and path.") });
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
  params: z.object({
    path: key.describe(
      "A random UUID with the extension of a photo, perhaps in a folder: the own id.",
    ),
  }),
  file: ["multipart/form-data", "image/jpeg", "image/png", "image/webp", "image/heic"],
  output: uploaded,
  errors: UPLOAD_ERRORS,
} as const;

export const uploadPhoto = endpoint({
  ...upload,
  method: "POST",
  summary:
    "A host's photo: JPEG, PNG, WebP or HEIC by its content, 15 MB and 50 megapixels at most. Straightened and stripped of metadata.",
  headers: z.object({
    "x-upsert": z
      .enum(["true", "false"])
      .optional()
      .describe("true: an own photo of this name is replaced."),
  }),
});

export const replacePhoto = endpoint({
  ...upload,
  method: "PUT",
  summary: "As POST with x-upsert.",
});

export const listPhotos = endpoint({
  method: "POST",
  path: `/storage/v1/object/list/${BUCKET}`,
  access: "signed_in",
  summary: "The photos and folders of a folder: a host's own, all for admins.",
  body: z.object({
    prefix: key.default("").describe("The folder; empty for the outermost."),
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
    "Removes own photos that stand on no car (any for admins), and answers with those that it removed.",
  body: z.object({ prefixes: z.array(key).max(MAX_OBJECTS) }),
  output: z.array(storedPhotoSchema),
  errors: [],
});

export const getPhotoStates = endpoint({
  method: "GET",
  path: "/api/photos",
  access: "signed_in",
  summary:
    "How far photos of one's own are: the sizes that pages ask for are made after the upload.",
  query: z.strictObject({
    keys: z
      .string()
      .max(MAX_KEYS * 100)
      .transform((keys) => keys.split(","))
      .pipe(z.array(key).max(MAX_KEYS))
      .describe(
        "The names they were uploaded under, separated by commas. Those that are none, or somebody else's, are left out.",
      ),
  }),
  output: z.object({
    photos: z.array(
      z.object({
        key: z.string(),
        url: z.string().describe("What a listing's images hold of it."),
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
    .describe("Left out: AVIF for who accepts it, else WebP."),
});
