// Sign-in endpoints in the protocol of auth-js: what the unmodified client sends and reads at
// /auth/v1. Unknown fields are dropped, not refused, as the client adds captcha and PKCE fields.
// Errors have the shape of authErrorSchema.
import { z } from "zod";
import { MAX_EMAIL_LENGTH } from "../../domain/person/name.ts";
import { SIGN_UP_ROLES } from "../../domain/person/roles.ts";
import { assertionSchema, webauthnOptions } from "./second-factors.ts";
import { emailAddress, id, instant, NO_CONTROLS, ownName } from "../common.ts";
import { endpoint } from "../endpoint.ts";

/** The lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** Used for lookups and never stored: an address that no account can have is simply unknown. */
const anyEmail = z
  .string("is required")
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, "is too long")
  .regex(NO_CONTROLS, "must be an email address");
/** The service checks the minimum length, as it has a code of its own (weak_password). */
const password = z
  .string("is required")
  .min(1, "is required")
  .max(200, "must have 200 characters or fewer");
const token = z.string("is required").min(1, "is required").max(400);
const redirectTo = z.string().max(2000).optional();
const redirectQuery = z.object({ redirect_to: redirectTo });
/** Sent by clients of the PKCE flow, null from others. */
const pkce = {
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/, "must be a SHA-256 in base64url")
    .nullish(),
  code_challenge_method: z.literal("s256", "must be s256").nullish(),
};

export const authUserSchema = z
  .object({
    id,
    aud: z.literal("authenticated"),
    role: z.literal("authenticated"),
    email: z.string(),
    phone: z.literal(""),
    new_email: z.string().optional().describe("A new email address that is not confirmed yet."),
    email_confirmed_at: instant.optional(),
    confirmed_at: instant.optional(),
    last_sign_in_at: instant.optional(),
    app_metadata: z.object({ provider: z.literal("email"), providers: z.array(z.string()) }),
    user_metadata: z.record(z.string(), z.string()).describe("first_name, last_name, user_type"),
    identities: z
      .array(z.record(z.string(), z.unknown()))
      .describe("Empty until the email address is confirmed."),
    is_anonymous: z.literal(false),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: "AuthUser" });
export type AuthUser = z.infer<typeof authUserSchema>;

export const authSessionSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal("bearer"),
    expires_in: z.int().describe("Seconds."),
    expires_at: z.int().describe("Seconds since 1970."),
    refresh_token: z.string(),
    user: authUserSchema,
  })
  .meta({ id: "AuthSession" });
export type AuthSession = z.infer<typeof authSessionSchema>;

export const authErrorSchema = z
  .object({
    code: z.string().describe("Stable. Clients should branch on this."),
    error_code: z.string(),
    message: z.string().describe("A sentence to show to the user."),
    weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
  })
  .meta({ id: "AuthError" });
export type AuthErrorBody = z.infer<typeof authErrorSchema>;

const noErrorsOfOurs = [] as const;

export const authSignUp = endpoint({
  method: "POST",
  path: "/auth/v1/signup",
  access: "public",
  summary:
    "Creates an account and emails a confirmation link. The response is the same whether or not the address has an account.",
  query: redirectQuery,
  body: z.object({
    email: emailAddress,
    password,
    data: z.object(
      {
        first_name: ownName,
        last_name: ownName,
        user_type: z.enum(SIGN_UP_ROLES, "must be renter or host").default("renter"),
      },
      "is required",
    ),
    ...pkce,
  }),
  output: authUserSchema,
  errors: noErrorsOfOurs,
});

const passwordGrant = z.object({ email: anyEmail, password });
const refreshGrant = z.object({ refresh_token: token });
const pkceGrant = z.object({ auth_code: token, code_verifier: token });
/** The body of each grant_type. */
export const TOKEN_GRANTS = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: pkceGrant,
};

export const authToken = endpoint({
  method: "POST",
  path: "/auth/v1/token",
  access: "public",
  summary:
    "Returns a session for a password, a refresh token or a PKCE code. A password or code of an account with two-step verification gets mfa_required instead. A used refresh token can be used again for ten seconds, and after that as long as its successor is unused.",
  query: z.object({ grant_type: z.enum(["password", "refresh_token", "pkce"]) }),
  body: z.union([passwordGrant, refreshGrant, pkceGrant]),
  output: authSessionSchema,
  errors: noErrorsOfOurs,
});

/** auth-js can sign in with passkeys itself; these two endpoints have its format. */
export const authStartPasskey = endpoint({
  method: "POST",
  path: "/auth/v1/passkeys/authentication/options",
  access: "public",
  summary:
    "Begins a sign-in with a passkey: the options for navigator.credentials.get(), which are valid for five minutes.",
  body: z.object({}),
  output: z.object({
    challenge_id: id,
    options: webauthnOptions,
    expires_at: z.int().describe("Seconds since 1970."),
  }),
  errors: noErrorsOfOurs,
});

export const authPasskey = endpoint({
  method: "POST",
  path: "/auth/v1/passkeys/authentication/verify",
  access: "public",
  summary: "Returns a session for what a passkey signed.",
  body: z.object({ challenge_id: z.uuid(), credential: assertionSchema }),
  output: authSessionSchema,
  errors: noErrorsOfOurs,
});

export const authSecondFactor = endpoint({
  method: "POST",
  path: "/auth/v1/second-factor",
  access: "public",
  summary:
    "Returns a session for the code of an authenticator app or a recovery code, after a sign-in that was answered with mfa_required. A cookie from that answer identifies the sign-in for ten minutes.",
  body: z.object({ code: z.string("is required").min(1, "is required").max(40) }),
  output: authSessionSchema,
  errors: noErrorsOfOurs,
});

const verifyType = z.enum(["signup", "recovery", "email_change", "email"]);
export type VerifyType = z.infer<typeof verifyType>;

export const authVerify = endpoint({
  method: "POST",
  path: "/auth/v1/verify",
  access: "public",
  summary: "Returns a session for the token of an emailed link. The token works once.",
  body: z.object({ token_hash: token, type: verifyType }),
  output: authSessionSchema,
  errors: noErrorsOfOurs,
});

export const authVerifyLink = endpoint({
  method: "GET",
  path: "/auth/v1/verify",
  access: "public",
  summary:
    "Redirects to redirect_to with the session or the error in the fragment, or with a code in the query for PKCE.",
  query: z.object({ token, type: verifyType, redirect_to: redirectTo }),
  status: 303,
  output: z.null(),
  errors: noErrorsOfOurs,
});

export const authRecover = endpoint({
  method: "POST",
  path: "/auth/v1/recover",
  access: "public",
  summary:
    "Emails a link to set a new password. The response is the same whether or not the address has an account.",
  query: redirectQuery,
  body: z.object({ email: emailAddress, ...pkce }),
  output: z.strictObject({}),
  errors: noErrorsOfOurs,
});

export const authResend = endpoint({
  method: "POST",
  path: "/auth/v1/resend",
  access: "public",
  summary:
    "Emails the confirmation link again. The response is the same whether or not the address has an account.",
  query: redirectQuery,
  body: z.object({ email: emailAddress, type: z.enum(["signup", "email_change"]), ...pkce }),
  output: z.strictObject({}),
  errors: noErrorsOfOurs,
});

export const authGetUser = endpoint({
  method: "GET",
  path: "/auth/v1/user",
  access: "signed_in",
  summary: "The user that the access token belongs to.",
  output: authUserSchema,
  errors: noErrorsOfOurs,
});

export const authUpdateUser = endpoint({
  method: "PUT",
  path: "/auth/v1/user",
  access: "signed_in",
  summary:
    "Changes the names and the password immediately, and the email once the new address is confirmed. A new password ends other sessions. The response is the same whether or not the address has an account.",
  query: redirectQuery,
  body: z.object({
    email: emailAddress.optional(),
    password: password.optional(),
    current_password: password
      .optional()
      .describe(
        "Required to change the password or email, unless the session began with a password reset link within the last hour.",
      ),
    data: z.strictObject({ first_name: ownName, last_name: ownName }).partial().optional(),
    ...pkce,
  }),
  output: authUserSchema,
  errors: noErrorsOfOurs,
});

export const authLogout = endpoint({
  method: "POST",
  path: "/auth/v1/logout",
  access: "signed_in",
  summary:
    "Ends this session (local), all of the account's sessions (global) or all but this one (others), which requires a recent sign-in.",
  status: 204,
  query: z.object({ scope: z.enum(["global", "local", "others"]).default("global") }),
  output: z.null(),
  errors: noErrorsOfOurs,
});

export const authKeys = endpoint({
  method: "GET",
  path: "/auth/v1/.well-known/jwks.json",
  access: "public",
  summary: "The public keys for verifying access tokens.",
  output: z.object({ keys: z.array(z.record(z.string(), z.string())) }),
  errors: noErrorsOfOurs,
});
