// What a policy is made of: for every action on a thing, one statement of who may take it and when.
// Services enforce it, presenters list what the reader may do, and endpoints name their action.
import { DomainError } from "../errors.ts";
import type { AdminRole, Role } from "../person/roles.ts";

/** The person who asks. */
export interface Reader {
  id: string;
  roles: readonly Role[];
  /** What kind of admin an admin is; absent for everybody else. */
  adminRole?: AdminRole | undefined;
}

export const isAdmin = ({ roles }: Reader): boolean => roles.includes("admin");

/** The side on which a person acts for themselves. */
export const ownSide = ({ roles }: Reader): "renter" | "host" =>
  roles.includes("host") ? "host" : "renter";

/** What the others get: not_found where the thing does not exist for them. */
type Refusal = "forbidden" | "not_found";

/** A party is what a reader is to a thing, such as the host of a booking. */
export interface Statement<Party extends string, Facts> {
  readonly who: readonly Party[];
  readonly when: (facts: Facts) => boolean;
  readonly others: Refusal;
}

export const allow = <const Party extends string, Facts = unknown>(
  who: readonly Party[],
  {
    when = () => true,
    others = "forbidden",
  }: { when?: (facts: Facts) => boolean; others?: Refusal } = {},
): Statement<Party, Facts> => ({ who, when, others });

/** Whether a party may take an action on a thing now. */
export const isAllowed = <Facts>(
  { who, when }: Statement<string, Facts>,
  party: string,
  facts: Facts,
): boolean => who.includes(party) && when(facts);

/**
 * The party as which a reader may take an action, in general. Whether the state of the thing allows
 * it now is up to the caller, which knows the better error.
 * @param parties what the reader is to the thing, the closest first; none for a stranger
 * @param what the name of the thing
 * @throws DomainError not_found for a stranger; forbidden or not_found for other parties
 */
export function authorize<Party extends string>(
  { who, others }: Pick<Statement<Party, never>, "who" | "others">,
  parties: readonly string[],
  what: string,
): Party {
  const [party] = parties.flatMap((each) => who.filter((allowed) => allowed === each));
  if (party === undefined) throw refusal({ others }, parties, what);
  return party;
}

/** The error for parties that a statement does not allow, or for a stranger. */
export const refusal = (
  { others }: { others: Refusal },
  parties: readonly string[],
  what: string,
): DomainError =>
  parties.length === 0 || others === "not_found"
    ? new DomainError("not_found", { what })
    : new DomainError("forbidden");
