// A car that is not public: a preview for its host (and admins), and "not found" for everyone else.
import { lazy, Suspense, useEffect, useState } from "react";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { api } from "../../../api/api.ts";
import { accessToken, useSession } from "../../../session/session.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { CarNotFound } from "./car-not-found.tsx";

const CarPreview = lazy(() => import("./car-preview.tsx"));

export function UnlistedCar({ carId }: { carId: string }) {
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
  if (status === "signed-in" && mayPreview && found === undefined) return <Looking />;
  if (found === undefined || found === "nothing") return <CarNotFound />;
  return (
    <Suspense fallback={<Looking />}>
      {/* An admin can preview any host's car, but the API does not say whose it is. */}
      <CarPreview listing={found} {...(profile && !isAdmin && { host: profile })} />
    </Suspense>
  );
}

const Looking = () => (
  <div role="status" className="grid min-h-[60vh] place-items-center">
    <Spinner />
    <span className="sr-only">Loading</span>
  </div>
);
