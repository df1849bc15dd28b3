// What a storm would affect, by island, before it is declared.
import { keepPreviousData } from "@tanstack/react-query";
import type { Api } from "../../../../contract/index.ts";
import { isBefore, isCalendarDate } from "../../../../domain/calendar/dates.ts";
import { islandName, type IslandId } from "../../../../domain/place/islands.ts";
import { formatCounted, formatUsd } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { explainStorm } from "../../../parts/storm/explain-storm.ts";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { None } from "../page-section.tsx";

type Preview = Api["GET /api/admin/storms/preview"]["output"];
type Row = Preview["islands"][number];

export interface StormPreviewProps {
  islands: readonly IslandId[];
  firstDay: string;
  lastDay: string;
}

export function StormPreview({ islands, firstDay, lastDay }: StormPreviewProps) {
  const isComplete =
    islands.length > 0 &&
    isCalendarDate(firstDay) &&
    isCalendarDate(lastDay) &&
    !isBefore(lastDay, firstDay);
  const preview = useApi(
    "GET /api/admin/storms/preview",
    { query: { island: [...islands], first_day: firstDay, last_day: lastDay } },
    { enabled: isComplete, placeholderData: keepPreviousData, retry: false },
  );
  if (!isComplete) return <None>Choose islands and days to see what the storm affects.</None>;
  if (preview.error)
    return (
      <None>{explainStorm(preview.error, "This didn't load. Change a day to try again.")}</None>
    );
  if (!preview.data) return <Skeleton className="h-24 rounded-md" />;
  return (
    <>
      <p role="status" className="font-medium">
        {describeEffects(preview.data)}
      </p>
      <DataTable
        label="Bookings by island"
        columns={COLUMNS}
        rows={preview.data.islands}
        rowKey={({ island }) => island}
      />
    </>
  );
}

/** "38 bookings, $14,200.00, 27 people, 19 cars" */
const describeEffects = ({ bookings, refund_cents, people, cars, requests }: Preview): string =>
  [
    formatCounted(bookings, "booking", "bookings"),
    formatUsd(refund_cents),
    formatCounted(people, "person", "people"),
    formatCounted(cars, "car", "cars"),
    ...(requests > 0 ? [formatCounted(requests, "open request", "open requests")] : []),
  ].join(", ");

const COLUMNS: readonly Column<Row>[] = [
  { label: "Island", kind: "lead", render: ({ island }) => <b>{islandName(island)}</b> },
  { label: "Starting", end: true, render: ({ starting }) => starting },
  { label: "Under way", end: true, render: ({ under_way }) => under_way },
  { label: "Requests", end: true, render: ({ requests }) => requests },
  { label: "Cars to inspect", end: true, render: ({ cars_to_inspect }) => cars_to_inspect },
  {
    label: "Maximum refunds",
    end: true,
    className: "tabular-nums",
    render: ({ refund_cents }) => formatUsd(refund_cents),
  },
];
