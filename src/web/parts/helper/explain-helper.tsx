// The message for each error code about helpers. They are not in api/problem-sentences.ts, because
// public pages load that.
import type { HelperErrorDetails } from "../../../domain/helper/errors.ts";
import type { TemplateErrorDetails } from "../../../domain/message/template-errors.ts";
import { ApiError } from "../../api/api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";

type Code = Exclude<keyof HelperErrorDetails, keyof TemplateErrorDetails>;
type Sentences = { [C in Code]: (details: HelperErrorDetails[C]) => string };

const SENTENCES: Sentences = {
  helper_is_host: () =>
    "You can't be your own helper. Enter the email of the person who helps you.",
  helper_already_invited: ({ email }) => `You've already invited ${email}.`,
  too_many_helpers: ({ limit }) =>
    `You can have up to ${limit} helpers. Remove one to add another.`,
  helper_car_unknown: () => "One of these cars isn't yours anymore. Reload the page and try again.",
  helper_invitation_closed: () =>
    "This invitation is no longer valid. Ask the host to invite you again.",
  helper_invitation_for_another: () =>
    "This invitation was sent to another email address. Sign in with that one to answer it.",
  already_helping: ({ host_first_name: host }) =>
    `You already help ${host}, under another email address. To use this invitation, stop helping first.`,
};

/** The message for a refusal about helpers; undefined for any other failure. */
export function describeHelperError(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !Object.hasOwn(SENTENCES, error.code)) return undefined;
  const sentence = SENTENCES[error.code as keyof Sentences] as (details: unknown) => string;
  return sentence(error.details);
}

/** Why something about helpers failed, below the control that was used. */
export const HelperFailure = ({ error, otherwise }: { error: Error | null; otherwise: string }) => (
  <p role="alert" className="text-sm text-destructive-text empty:hidden">
    {error && (describeHelperError(error) ?? sentenceFor(error, otherwise))}
  </p>
);
