// Endpoints for the signed-in person's own profile and roles. Signing in uses the protocol of
// auth-js (contract/people/auth.ts).
import { z } from "zod";
import { ADMIN_STEPS } from "../../domain/person/sign-in/second-factor.ts";
import { compactPhone, isPhone, MAX_PHONE_INPUT } from "../../domain/person/phone.ts";
import { MAX_ABOUT, PROFILE_PHOTO_SIZES } from "../../domain/person/profile-photo.ts";
import { MAX_PHOTO_MEGABYTES } from "../../domain/listing/photo.ts";
import { ADMIN_ROLES, USER_TYPES, ROLES } from "../../domain/person/roles.ts";
import { authVerify } from "./auth.ts";
import { calendarDate, id, instant, ownName, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";

export const profileSchema = z
  .object({
    id,
    user_id: id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    user_type: z.enum(USER_TYPES),
    phone: z.string().nullable(),
    phone_verified_at: instant
      .nullable()
      .describe("When the user confirmed the phone with a code."),
    date_of_birth: calendarDate.nullable(),
    about: z.string().nullable(),
    photo_id: id
      .nullable()
      .describe("The id of the photo, returned by GET /api/portraits/{id}/{side}."),
    created_at: instant,
    roles: z.array(z.enum(ROLES)),
    admin_role: z.enum(ADMIN_ROLES).nullable().describe("What kind of admin an admin is."),
    admin_step: z
      .enum(ADMIN_STEPS)
      .nullable()
      .describe(
        "What an admin has to do before the admin endpoints answer: open an emailed link, set up a second factor, or sign in with one.",
      ),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof profileSchema>;

export const getProfile = endpoint({
  method: "GET",
  path: "/api/profile",
  access: "signed_in",
  summary: "The signed-in user's profile, with roles.",
  output: profileSchema,
  errors: ["not_found"],
});

export const updateProfile = endpoint({
  method: "PATCH",
  path: "/api/profile",
  access: "signed_in",
  summary:
    "Updates only the fields that are sent. user_type, roles and email can't be changed here. If there is no profile, sending both names creates one.",
  body: z
    .strictObject({
      first_name: ownName,
      last_name: ownName,
      phone: z
        .string()
        .max(MAX_PHONE_INPUT)
        .transform(compactPhone)
        .refine(
          (phone) => phone === "" || isPhone(phone),
          "must be an international number like +1 242 555 0100",
        )
        .transform((phone) => phone || null)
        .nullable(),
      date_of_birth: calendarDate.nullable(),
      about: text(MAX_ABOUT)
        .transform((about) => about || null)
        .nullable(),
    })
    .partial(),
  output: profileSchema,
  errors: ["not_found"],
});

export const becomeHost = endpoint({
  method: "POST",
  path: "/api/profile/host",
  access: "signed_in",
  summary:
    "Grants the host role to the signed-in user. Has no effect if they already have it. Admins keep their user_type.",
  output: profileSchema,
  errors: ["not_found"],
});

export const putPortrait = endpoint({
  method: "PUT",
  path: "/api/profile/photo",
  access: "signed_in",
  limit: { name: "portrait-upload", attempts: 30, seconds: 3600 },
  summary: `Stores the signed-in user's photo, cropped to a square, replacing any previous one. The body is the file: JPEG, PNG, WebP or HEIC, detected by its content, at most ${MAX_PHOTO_MEGABYTES} MB.`,
  file: ["image/jpeg", "image/png", "image/webp", "image/heic"],
  output: profileSchema,
  errors: [
    "not_found",
    "uploads_under_way",
    "photo_too_large",
    "photo_type_refused",
    "photo_too_many_pixels",
    "photo_too_narrow",
    "photo_broken",
    "photo_store_failed",
  ],
});

export const deletePortrait = endpoint({
  method: "DELETE",
  path: "/api/profile/photo",
  access: "signed_in",
  summary: "Removes the signed-in user's photo, if there is one.",
  output: profileSchema,
  errors: ["not_found"],
});

export const getPortrait = endpoint({
  method: "GET",
  path: "/api/portraits/{id}/{side}",
  access: "public",
  summary: "A user's photo as a square WebP, `side` pixels wide.",
  params: z.strictObject({ id, side: z.enum(PROFILE_PHOTO_SIZES.map(String)).transform(Number) }),
  contentType: "application/octet-stream",
  output: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  errors: ["not_found"],
});

export const findMailedLinkAccount = endpoint({
  method: "POST",
  path: "/api/mailed-links/account",
  access: "public",
  summary:
    "Finds the account that an emailed link signs in to, without using up its token. Null if the link can't sign anyone in.",
  body: z.strictObject(authVerify.body.shape),
  output: z.object({ account: z.object({ id, email: z.string() }).nullable() }),
  errors: [],
});
