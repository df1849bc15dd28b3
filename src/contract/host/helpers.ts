// Endpoints for a host's helpers, for the host and for the helpers (product.md, Helpers).
import { z } from "zod";
import { HELPER_RIGHTS, HELPER_STATES } from "../../domain/helper/helpers.ts";
import { emailAddress, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const right = z.enum(HELPER_RIGHTS);
const ofHelper = z.strictObject({ id });

const car = z.object({
  id,
  title: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  color: z.string().nullable(),
  license_plate: z.string().nullable(),
  images: z.array(z.string()),
});

const granted = z.object({ car_id: id, rights: z.array(right) });
const grants = z
  .array(z.strictObject({ car_id: id, rights: z.array(right).min(1).max(HELPER_RIGHTS.length) }))
  .min(1)
  .max(500)
  .refine((cars) => new Set(cars.map(({ car_id }) => car_id)).size === cars.length, {
    message: "must name each car once",
  });

const helper = z.object({
  id,
  email: z.string(),
  state: z.enum(HELPER_STATES),
  first_name: z.string().nullable().describe("Null until the helper has accepted."),
  last_name: z.string().nullable(),
  expires_at: instant.nullable().describe("When an unanswered invitation expires."),
  cars: z.array(granted),
});

const helpersOutput = z
  .object({ helpers: z.array(helper), cars: z.array(car).describe("The host's own cars.") })
  .meta({ id: "Helpers" });
export type Helpers = z.infer<typeof helpersOutput>;

/** Each one sends an email. */
const INVITATIONS = { name: "helper-invitations", attempts: 20, seconds: 3600 };

const ofHost = { access: "signed_in", policy: "helper.manage", output: helpersOutput } as const;

export const listHelpers = endpoint({
  ...ofHost,
  method: "GET",
  path: "/api/host/helpers",
  summary: "The people who help the signed-in host, what they may do with each car, and the cars.",
  errors: ["forbidden"],
});

export const inviteHelper = endpoint({
  ...ofHost,
  method: "POST",
  path: "/api/host/helpers",
  limit: INVITATIONS,
  summary:
    "Invites somebody by email to help with some cars. The response is the same whether or not the address has an account.",
  body: z.strictObject({ email: emailAddress, cars: grants }),
  errors: [
    "forbidden",
    "helper_is_host",
    "helper_already_invited",
    "too_many_helpers",
    "helper_car_unknown",
  ],
});

export const changeHelper = endpoint({
  ...ofHost,
  method: "PUT",
  path: "/api/host/helpers/{id}",
  limit: { name: "helper-rights", attempts: 120, seconds: 3600 },
  summary: "Replaces a helper's rights, from their next request on.",
  params: ofHelper,
  body: z.strictObject({ cars: grants }),
  errors: ["forbidden", "not_found", "helper_car_unknown"],
});

export const resendHelperInvitation = endpoint({
  ...ofHost,
  method: "POST",
  path: "/api/host/helpers/{id}/resend",
  limit: INVITATIONS,
  summary: "Sends an unanswered invitation again, with a new link. The earlier link stops working.",
  params: ofHelper,
  errors: ["forbidden", "not_found", "helper_invitation_closed"],
});

export const removeHelper = endpoint({
  ...ofHost,
  method: "DELETE",
  path: "/api/host/helpers/{id}",
  summary:
    "Immediately removes a helper, with the handover links that they made, or withdraws an invitation.",
  params: ofHelper,
  errors: ["forbidden", "not_found"],
});

const helping = z.object({
  id,
  host_first_name: z.string(),
  cars: z.array(car.extend({ rights: z.array(right) })),
});

export const listHelping = endpoint({
  method: "GET",
  path: "/api/helping",
  access: "signed_in",
  summary: "The hosts whom the signed-in user helps, with the cars and what the user may do.",
  output: z.object({ hosts: z.array(helping) }),
  errors: [],
});

const invitation = helping
  .extend({ state: z.enum(HELPER_STATES), expires_at: instant.nullable() })
  .meta({ id: "HelperInvitation" });
export type HelperInvitation = z.infer<typeof invitation>;

const token = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/, "is not the token of an invitation");
const TOKEN = "From the emailed link. A person who has accepted needs none.";
const answer = z.strictObject({ token: token.nullish().describe(TOKEN) });

export const getHelperInvitation = endpoint({
  method: "GET",
  path: "/api/helping/{id}",
  access: "signed_in",
  summary:
    "An invitation to help, for the person who holds its link and is signed in with the invited address, and for the helper who has accepted it.",
  params: ofHelper,
  query: z.strictObject({ token: token.optional().describe(TOKEN) }),
  output: invitation,
  errors: ["helper_invitation_closed", "helper_invitation_for_another"],
});

export const acceptHelperInvitation = endpoint({
  method: "POST",
  path: "/api/helping/{id}/accept",
  access: "signed_in",
  summary: "Accepts an invitation to help.",
  params: ofHelper,
  body: answer,
  output: invitation,
  errors: [
    "helper_invitation_closed",
    "helper_invitation_for_another",
    "helper_is_host",
    "already_helping",
    "account_suspended",
  ],
});

export const declineHelperInvitation = endpoint({
  method: "POST",
  path: "/api/helping/{id}/decline",
  access: "signed_in",
  summary: "Declines an invitation to help, or stops helping.",
  params: ofHelper,
  body: answer,
  output: z.object({ id }),
  errors: ["helper_invitation_closed", "helper_invitation_for_another"],
});
