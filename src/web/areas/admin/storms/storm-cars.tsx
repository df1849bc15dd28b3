// The cars of a storm: which still wait for an inspection, and the photos of the others.
import type { Api } from "../../../../contract/index.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { Loaded, None } from "../page-section.tsx";
import { PersonLink } from "../person-link.tsx";

type Car = Api["GET /api/admin/storms/{id}/cars"]["output"]["cars"][number];

export function StormCars({ stormId }: { stormId: string }) {
  const cars = useApi("GET /api/admin/storms/{id}/cars", { params: { id: stormId } });
  return (
    <Loaded what="The cars" query={cars}>
      {(data) =>
        data.cars.length === 0 ? (
          <None>There are no cars on these islands.</None>
        ) : (
          <DataTable
            label="Cars"
            columns={COLUMNS}
            rows={data.cars}
            rowKey={({ car_id }) => car_id}
          />
        )
      }
    </Loaded>
  );
}

const COLUMNS: readonly Column<Car>[] = [
  {
    label: "Car",
    kind: "lead",
    render: ({ title, license_plate, host_id, host_name }) => (
      <>
        <p className="font-bold wrap-anywhere">
          {[title, license_plate].filter(Boolean).join(", ")}
        </p>
        <p className="text-sm">
          <PersonLink id={host_id} name={host_name} />
        </p>
      </>
    ),
  },
  {
    label: "Inspected",
    render: ({ inspected_at: at }) =>
      at === null ? (
        <Badge variant="sun">Waiting</Badge>
      ) : (
        <time dateTime={at}>{formatInstant(new Date(at))}</time>
      ),
  },
  {
    label: "Photos",
    kind: "wide",
    render: ({ title, photos, note }) => (
      <>
        <ul className="flex flex-wrap gap-2 empty:hidden">
          {photos.map((url, index) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer" className="block">
                <img
                  src={`${url}?width=480`}
                  alt={`${title}, side ${index + 1}`}
                  loading="lazy"
                  className="aspect-[3/2] w-24 rounded-md object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
        {note && <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
      </>
    ),
  },
];
