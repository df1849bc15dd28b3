// The visitor's credit, which pays for a booking first.
import { useCallback, useEffect, useState } from "react";
import { api } from "../../../../api/api.ts";
import { accessToken } from "../../../../session/access-token.ts";
import { useSession } from "../../../../session/session.ts";

/**
 * What a checkout of the car can spend, in integer cents; 0 for signed-out visitors and until it is
 * known. The server has the final say.
 */
export function useCredit(carId: string) {
  const [credit, setCredit] = useState<{ of: string; cents: number }>();
  const { status, user } = useSession();
  const userId = status === "signed-in" ? user?.id : undefined;
  const refreshCredit = useCallback(async () => {
    if (!userId) return;
    try {
      const call = { query: { car_id: carId } };
      const { available_cents } = await api("GET /api/credit", call, {
        token: await accessToken(),
      });
      setCredit({ of: userId, cents: available_cents });
    } catch {
      // The server refuses a checkout that shows other credit, and says how much there is.
    }
  }, [carId, userId]);
  useEffect(() => {
    void refreshCredit();
  }, [refreshCredit]);
  return { creditCents: credit && credit.of === userId ? credit.cents : 0, refreshCredit };
}
