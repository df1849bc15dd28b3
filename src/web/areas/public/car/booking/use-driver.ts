// Whether the visitor is verified, for cars that ask for it. Requested only for such cars.
import { useEffect, useState } from "react";
import type { IdentityState } from "../../../../../domain/person/identity.ts";
import { api } from "../../../../api/api.ts";
import { accessToken } from "../../../../session/access-token.ts";
import { useSession } from "../../../../session/session.ts";

/** "verified" if not required; "none" for signed-out visitors. The server has the final say. */
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
      .catch(() => {}); // the page then shows the requirement, and the server decides
    return () => {
      isGone = true;
    };
  }, [verifiedOnly, userId]);
  return [state, setState] as const;
}
