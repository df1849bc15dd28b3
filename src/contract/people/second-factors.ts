// Endpoints for a person's own second factors: passkeys, the codes of an authenticator app and
// recovery codes. Signing in with them is in auth.ts.
import { z } from "zod";
import { MAX_PASSKEY_NAME } from "../../domain/person/sign-in/second-factor.ts";
import { id, instant, line } from "../common.ts";
import { endpoint, type CallLimit } from "../endpoint.ts";

/** Counts the steps of setting up a factor, and wrong codes with them. */
const SET_UP: CallLimit = { name: "second-factor-set-up", attempts: 30, seconds: 15 * 60 };

const base64url = z
  .string("is required")
  .max(20_000)
  .regex(/^[\w-]+$/, "must be in base64url");
/** What navigator.credentials returns, as JSON. Browsers add fields, so others are dropped. */
const credential = <R extends z.ZodRawShape>(response: R) =>
  z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal("public-key"),
    response: z.object({ clientDataJSON: base64url, ...response }),
    authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
    clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  });
export const assertionSchema = credential({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url.nullish(),
});
export type Assertion = z.output<typeof assertionSchema>;
const attestationSchema = credential({
  attestationObject: base64url,
  transports: z.array(z.string().max(40)).max(10).optional(),
});
export type Attestation = z.output<typeof attestationSchema>;

/** The options of navigator.credentials, as JSON. */
export const webauthnOptions = z.record(z.string(), z.unknown());

const passkeySchema = z
  .object({
    id,
    name: z.string(),
    is_synced: z.boolean().describe("Whether it is backed up, for example in a cloud keychain."),
    created_at: instant,
    last_used_at: instant.nullable(),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof passkeySchema>;

const passkeyName = line(MAX_PASSKEY_NAME).min(1, "is required");
const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe("Shown once: only hashes are stored."),
});
const done = z.object({ done: z.literal(true) });

export const getSecondFactors = endpoint({
  method: "GET",
  path: "/api/second-factors",
  access: "signed_in",
  summary: "The signed-in user's passkeys, and whether two-step verification is on.",
  output: z
    .object({
      passkeys: z.array(passkeySchema),
      totp_enabled_at: instant.nullable().describe("Since when the codes of an app are required."),
      recovery_codes_left: z.int(),
      is_required: z
        .boolean()
        .describe("Whether the user is an admin who needs a second factor on this instance."),
    })
    .meta({ id: "SecondFactors" }),
  errors: [],
});

export const startPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys/options",
  access: "signed_in",
  recentSignIn: true,
  limit: SET_UP,
  summary: "Begins to add a passkey: the options for navigator.credentials.create().",
  output: z.object({ challenge_id: id, options: webauthnOptions }),
  errors: ["too_many_passkeys", "second_factor_required"],
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/passkeys",
  access: "signed_in",
  recentSignIn: true,
  limit: SET_UP,
  summary: "Adds the passkey that the browser created.",
  body: z.strictObject({ challenge_id: id, name: passkeyName, credential: attestationSchema }),
  output: passkeySchema,
  errors: ["passkey_refused", "too_many_passkeys", "second_factor_required"],
});

export const renamePasskey = endpoint({
  method: "PATCH",
  path: "/api/passkeys/{id}",
  access: "signed_in",
  summary: "Renames one of the signed-in user's passkeys.",
  params: z.strictObject({ id }),
  body: z.strictObject({ name: passkeyName }),
  output: passkeySchema,
  errors: ["not_found"],
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/passkeys/{id}",
  access: "signed_in",
  recentSignIn: true,
  summary: "Removes one of the signed-in user's passkeys, and ends the other sessions.",
  params: z.strictObject({ id }),
  output: done,
  errors: ["not_found", "second_factor_required"],
});

export const startTotp = endpoint({
  method: "POST",
  path: "/api/totp",
  access: "signed_in",
  recentSignIn: true,
  limit: SET_UP,
  summary: "Begins two-step verification: a new secret for an authenticator app.",
  output: z.object({
    secret: z.string().describe("In base32."),
    uri: z.string().describe("otpauth://, for a QR code."),
  }),
  errors: ["totp_enabled", "second_factor_required"],
});

export const confirmTotp = endpoint({
  method: "POST",
  path: "/api/totp/confirmation",
  access: "signed_in",
  recentSignIn: true,
  limit: SET_UP,
  summary:
    "Turns two-step verification on with a first code of the app, and ends the other sessions.",
  body: z.strictObject({ code: z.string("is required").max(40) }),
  output: recoveryCodes,
  errors: ["totp_enabled", "totp_code_wrong", "second_factor_required"],
});

export const removeTotp = endpoint({
  method: "DELETE",
  path: "/api/totp",
  access: "signed_in",
  recentSignIn: true,
  summary: "Turns two-step verification off, and ends the other sessions.",
  output: done,
  errors: ["not_found", "second_factor_required"],
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/recovery-codes",
  access: "signed_in",
  recentSignIn: true,
  limit: SET_UP,
  summary: "New recovery codes, which replace the earlier ones.",
  output: recoveryCodes,
  errors: ["not_found", "second_factor_required"],
});

export const undoFactor = endpoint({
  method: "POST",
  path: "/api/second-factors/undo",
  access: "public",
  summary:
    "Undoes a second factor that somebody else has added, with the token of the email about it: removes it and those added later, ends all sessions, and emails a link to choose a new password.",
  body: z.strictObject({ token: z.string("is required").min(1, "is required").max(100) }),
  output: done,
  errors: ["not_found"],
});
