// Password hashes: argon2id with OWASP's parameters (19 MiB, two passes; about 10 ms).
import { hash, verify } from "@node-rs/argon2";

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let unmatchable: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (no such account) it returns false in the
 * same time, so that the timing reveals nothing.
 */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  unmatchable ??= hashPassword(crypto.randomUUID());
  const matches = await verify(passwordHash ?? (await unmatchable), password);
  return matches && passwordHash !== undefined;
}
