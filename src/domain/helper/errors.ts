// The errors about helpers, with those about message templates.
import type { TemplateErrorDetails } from "../message/template-errors.ts";

type None = Record<string, never>;

/** Each code with its details. */
export interface HelperErrorDetails extends TemplateErrorDetails {
  /** Hosts can't invite themselves. */
  helper_is_host: None;
  helper_already_invited: { email: string };
  too_many_helpers: { limit: number };
  /** A right was given for a car that is not the host's. */
  helper_car_unknown: { car_id: string };
  /** The invitation was withdrawn, replaced by a newer one, or has expired. */
  helper_invitation_closed: None;
  helper_invitation_for_another: None;
  /** The person already helps this host under another address. */
  already_helping: { host_first_name: string };
}
