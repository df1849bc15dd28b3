// A car that is not public: its host and admins get to its preview, everyone else to "not found".
import { useEffect, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { api } from "../../../api/api.ts";
import { accessToken } from "../../../session/access-token.ts";
import { useSession } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { CarNotFound } from "./car-not-found.tsx";

export const showCarMissing = () =>
  toast({
    title: "Error",
    description: "Car not found or not available",
    variant: "destructive",
  });

export interface UnlistedCarProps {
  carId: string;
  /** The visit began here, so the response was a 404 and the page stays. */
  isFirstPage: boolean;
}

export function UnlistedCar({ carId, isFirstPage }: UnlistedCarProps) {
  const { status, mayHost: mayPreview, isAdmin } = useSession();
  const [found, setFound] = useState<"car" | "nothing">();
  useEffect(() => {
    if (!mayPreview) return;
    let gone = false;
    const look = async (): Promise<"car" | "nothing"> => {
      try {
        await api(
          "GET /api/host/listings/{id}",
          { params: { id: carId } },
          { token: await accessToken() },
        );
        return "car";
      } catch {
        return "nothing";
      }
    };
    void look().then((result) => !gone && setFound(result));
    return () => {
      gone = true;
    };
  }, [carId, mayPreview]);
  useReportMissing(found === "nothing" || (status !== "loading" && !mayPreview), isFirstPage);
  if (status === "signed-in" && mayPreview && found === undefined) return <Looking />;
  if (found === undefined || found === "nothing") return <CarNotFound />;
  const preview = isAdmin ? paths.adminListingPreview(carId) : paths.hostListingPreview(carId);
  return <Navigate to={preview} replace />;
}

/** Reports a missing car. Only a visit that began elsewhere continues to the list of cars. */
function useReportMissing(isMissing: boolean, isFirstPage: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isMissing) return;
    showCarMissing();
    if (!isFirstPage) void navigate(paths.browse(), { replace: true });
  }, [isMissing, isFirstPage, navigate]);
}

const Looking = () => (
  <div role="status" className="grid min-h-[60vh] place-items-center">
    <Spinner />
    <span className="sr-only">Loading</span>
  </div>
);
