// Access tokens for the people whose sessions bench/data.ts creates.
import { SignJWT } from "jose";
import { readConfig } from "../src/server/config.ts";
import { openKeys } from "../src/server/platform/keys/keys.ts";
import { makeId } from "./data.ts";
import type { Stage } from "./stage.ts";

/** Signs in the nth renter for an hour. */
export async function tokens(stage: Stage): Promise<(n: number) => Promise<string>> {
  const now = new Date();
  const keys = await openKeys({ ...readConfig(), signingKeys: stage.signingKeys });
  const { signing } = await keys.current(now);
  return (n) =>
    new SignJWT({ role: "authenticated", session_id: makeId("session", n) })
      .setProtectedHeader({ alg: "ES256", kid: signing.kid })
      .setSubject(makeId("renter", n))
      .setAudience("authenticated")
      .setIssuedAt(now)
      .setExpirationTime("1h")
      .sign(signing.key);
}
