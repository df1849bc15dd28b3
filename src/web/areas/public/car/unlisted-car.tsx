// A car that is not public: a preview for its host (and admins), and "not found" for everyone else.
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
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

const CarPreview = lazy(() => import("./car-preview.tsx"));

export interface UnlistedCarProps {
  carId: string;
  /** The visit began here, so the response was a 404 and the page stays. */
  isFirstPage: boolean;
}

export function UnlistedCar({ carId, isFirstPage }: UnlistedCarProps) {
  const { status, mayHost: mayPreview, isAdmin, profile } = useSession();
  const [found, setFound] = useState<HostListing | "nothing">();
  useEffect(() => {
    if (!mayPreview) return;
    let gone = false;
    const look = async (): Promise<HostListing | "nothing"> => {
      try {
        return await api(
          "GET /api/host/listings/{id}",
          { params: { id: carId } },
          { token: await accessToken() },
        );
      } catch {
        return "nothing";
      }
    };
    void look().then((listing) => !gone && setFound(listing));
    return () => {
      gone = true;
    };
  }, [carId, mayPreview]);
  useReportMissing(found === "nothing" || (status !== "loading" && !mayPreview), isFirstPage);
  if (status === "signed-in" && mayPreview && found === undefined) return <Looking />;
  if (found === undefined || found === "nothing") return <CarNotFound />;
  return (
    <Suspense fallback={<Looking />}>
      {/* An admin can preview any host's car, but the API does not say whose it is. */}
      <CarPreview listing={found} {...(profile && !isAdmin && { host: profile })} />
    </Suspense>
  );
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
