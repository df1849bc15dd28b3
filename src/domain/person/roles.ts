// Who people are on the platform (specification sections 3 and 6). Roles decide what an account may do;
// the user type is only what the interface shows (product.md, Accounts).

/** The roles an account may hold, several at once. */
export const ROLES = ["renter", "host", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The roles that can be chosen at sign-up, the default first. Admin can't be asked for. */
export const SIGN_UP_ROLES = ["renter", "host"] as const satisfies readonly Role[];
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

/** The roles that an admin grants and takes away; everybody may rent. */
export const GRANTED_ROLES = ["host", "admin"] as const satisfies readonly Role[];
export type GrantedRole = (typeof GRANTED_ROLES)[number];

/** The values of profiles.user_type. */
export const USER_TYPES = ["renter", "host", "admin"] as const;
export type UserType = (typeof USER_TYPES)[number];
