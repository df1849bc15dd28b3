// The roles of people on the platform (specification sections 3 and 6). Roles decide what an
// account may do; the user type only decides what the interface shows (product.md, Accounts).

/** The roles an account may have, several at once. */
export const ROLES = ["renter", "host", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The roles offered at sign-up, the default first. Admin cannot be requested. */
export const SIGN_UP_ROLES = ["renter", "host"] as const satisfies readonly Role[];
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

/** What kind of admin an admin is: exactly one of these (domain/policies/admin.ts). */
export const ADMIN_ROLES = ["support", "finance", "owner"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

export const isAdminRole = (role: string): role is AdminRole =>
  ADMIN_ROLES.some((each) => each === role);

export const ADMIN_ROLE_NAMES: Record<AdminRole, string> = {
  support: "support admin",
  finance: "finance admin",
  owner: "owner",
};

/** Such as "a finance admin or an owner". */
export const formatAdminRoles = (roles: readonly AdminRole[]): string =>
  roles.map((role) => `${role === "owner" ? "an" : "a"} ${ADMIN_ROLE_NAMES[role]}`).join(" or ");

/** What an owner grants and revokes; everybody may rent. */
export const GRANTED_ROLES = ["host", ...ADMIN_ROLES] as const;
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** The values of profiles.user_type. */
export const USER_TYPES = ["renter", "host", "admin"] as const;
export type UserType = (typeof USER_TYPES)[number];
