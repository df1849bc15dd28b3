// Whether the person may book where only verified drivers may. Asked for where it matters alone.
import { useEffect, useState } from "react";
import type { IdentityState } from "../../../../../domain/person/identity.ts";
import { api } from "../../../../api/api.ts";
import { accessToken, useSession } from "../../../../session/session.ts";

/** "verified" where nobody has to be; "none" for who is not signed in. The server has the last word. */
export function useDriver(verifiedOnly: boolean) {
  const [state, setState] = useState<IdentityState>(verifiedOnly ? "none" : "verified");
  const { status, user } = useSession();
  const userId = status === "signed-in" ? user?.id : undefined;
  useEffect(() => {
    if (!verifiedOnly || !userId) return;
    let isGone = false;
    void accessToken()
      .then((token) => api("GET /api/identity", {}, { token }))
      .then((identity) => isGone || setState(identity.state))
      .catch(() => {}); // then it is said before booking that one has to be, and who is finds out by booking
    return () => {
      isGone = true;
    };
  }, [verifiedOnly, userId]);
  return [state, setState] as const;
}
