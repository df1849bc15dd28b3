// All policies, so that endpoints can name one of their actions.
import { BOOKING_POLICY } from "./booking.ts";

const POLICIES = { booking: BOOKING_POLICY };

type Policies = typeof POLICIES;

/** A thing and an action, such as "booking.approve". */
export type PolicyName = {
  [Thing in keyof Policies]: `${Thing}.${keyof Policies[Thing] & string}`;
}[keyof Policies];

const WHO = new Map(
  Object.entries(POLICIES).flatMap(([thing, policy]) =>
    Object.entries(policy).map(
      ([action, { who }]) => [`${thing}.${action}`, who as readonly string[]] as const,
    ),
  ),
);

/** Who may take the action. */
export const whoMay = (name: PolicyName): readonly string[] => WHO.get(name) ?? [];
