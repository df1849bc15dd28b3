// The failures of /auth/v1 in the protocol of auth-js: code, status and the sentence that the page
// shows. The rest of the product has its own errors (domain/errors.ts).

const FAILURES = {
  validation_failed: [400, "Please check what you entered."],
  request_too_large: [413, "The request is too large."],
  route_not_found: [404, "This is not available here. Sign in with your email and password."],
  bad_json: [400, "The body is not valid JSON."],
  invalid_credentials: [400, "Incorrect email or password."],
  email_not_confirmed: [400, "Please confirm your email first: open the link we emailed you."],
  refresh_token_not_found: [400, "This session has ended. Sign in again."],
  refresh_token_already_used: [400, "This session has ended. Sign in again."],
  bad_code_verifier: [
    400,
    "This sign-in can't be completed here. Start again in the same browser.",
  ],
  no_authorization: [401, "Sign in first."],
  bad_jwt: [403, "This session has expired. Sign in again."],
  session_not_found: [403, "This session has ended. Sign in again."],
  user_banned: [403, "This account is suspended."],
  otp_expired: [403, "This link has expired or has already been used. Please request a new one."],
  email_exists: [422, "Another account already uses this email."],
  same_password: [422, "Your new password must be different from the old one."],
  reauthentication_needed: [422, "Enter your current password as well."],
  weak_password: [422, "Your password must have at least 6 characters."],
  phone_provider_disabled: [422, "Sign in with an email: phone numbers are not supported."],
  mfa_required: [403, "Enter a code from your authenticator app to sign in."],
  mfa_verification_failed: [422, "That code isn't right. Enter the one that your app shows now."],
  mfa_challenge_expired: [422, "This sign-in took too long. Please start again."],
  webauthn_challenge_expired: [422, "This sign-in took too long. Please try again."],
  webauthn_verification_failed: [
    422,
    "This passkey isn't known here. It may have been removed from your account.",
  ],
  over_request_rate_limit: [429, "Too many attempts. Try again later."],
  busy: [503, "The server can't do that right now. Try again in a moment."],
  unexpected_failure: [500, "Something went wrong on our side. Try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type AuthErrorCode = keyof typeof FAILURES;

/** An expected failure of /auth/v1. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AuthErrorCode, details: { message?: string; retryAfterSeconds?: number } = {}) {
    super(details.message ?? FAILURES[code][1]);
    this.code = code;
    this.status = FAILURES[code][0];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
