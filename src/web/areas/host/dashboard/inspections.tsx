// A host's cars that can't be booked until they are inspected after a storm. Renders nothing if
// there is none.
import { lazy, Suspense, useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Panel } from "../../../ui/panel.tsx";
import type { WaitingCar } from "./inspection-dialog.tsx";

const InspectionDialog = lazy(async () => ({
  default: (await import("./inspection-dialog.tsx")).InspectionDialog,
}));

const HEADING = "inspections";

export function Inspections() {
  const { data } = useApi("GET /api/host/storm-inspections", {}, { staleTime: 0 });
  const [inspecting, setInspecting] = useState<WaitingCar | null>(null);
  const focus = useFocusAfterwards();
  if (!data || data.cars.length === 0) return null;
  return (
    <Panel as="section" aria-labelledby={HEADING} className="grid gap-3">
      <div>
        <h2 id={HEADING} tabIndex={-1} className="text-xl">
          Check your cars after the storm
        </h2>
        <p className="text-sm text-muted-foreground">
          Each car can be booked again once you&apos;ve checked it and added photos.
        </p>
      </div>
      <ul className="divide-y divide-border">
        {data.cars.map((car) => (
          <li
            key={car.storm_id + car.car_id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{car.title}</p>
              <p className="text-sm text-muted-foreground">
                {[car.license_plate, car.storm_name].filter(Boolean).join(", ")}
              </p>
            </div>
            {car.may_inspect ? (
              <Button
                variant="outline"
                size="small"
                aria-label={`Add photos, ${car.title}`}
                onClick={() => setInspecting(car)}
              >
                Add photos
              </Button>
            ) : (
              <p className="text-sm text-muted-foreground">Once the storm is over</p>
            )}
          </li>
        ))}
      </ul>
      {inspecting && (
        <Suspense>
          <InspectionDialog
            car={inspecting}
            onClose={() => {
              setInspecting(null);
              focus(HEADING);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}
