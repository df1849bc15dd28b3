// The roles of people on the platform (specification sections 3 and 6). Roles decide what an
// account may do; the user type only decides what the interface shows (product.md, Accounts).

/** The roles an account may have, several at once. */
export const ROLES = ["renter", "host", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The roles offered at sign-up, the default first. Admin cannot be requested. */
export const SIGN_UP_ROLES = ["renter", "host"] as const satisfies readonly Role[];
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

/** The roles that an admin grants and revokes; everybody may rent. */
export const GRANTED_ROLES = ["host", "admin"] as const satisfies readonly Role[];
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** The values of profiles.user_type. */
export const USER_TYPES = ["renter", "host", "admin"] as const;
export type UserType = (typeof USER_TYPES)[number];
