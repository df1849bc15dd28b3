// The documents of the demo's cars, dated from today: most are valid, one expires soon, one is
// missing, and one car is off the site with expired insurance. They are sealed and stored like
// hosts' uploads.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Insertable } from "kysely";
import {
  DOCUMENT_KINDS,
  DOCUMENT_NAMES,
  type DocumentKind,
} from "../../domain/listing/car-documents.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../domain/text/format.ts";
import { PROJECT_ROOT } from "../config.ts";
import { carDocumentContext } from "../modules/listings/car-documents/car-documents.service.ts";
import type { Ctx } from "../platform/context.ts";
import { documentFile } from "../platform/storage/document-store.ts";
import type { CarDocumentsTable } from "../platform/database/schema.ts";
import { seal } from "../platform/keys/sealing.ts";
import type { DemoCar } from "./fleet/demo-car.ts";
import { DEMO_CARS } from "./fleet/fleet.ts";
import { demoId, demoNumber } from "./seeded-random.ts";

/** Drawn by demo/art/plate.mjs. */
const PLATE = join(PROJECT_ROOT, "demo/art/plate.jpg");
const DAY_MS = 86_400_000;
/** Files written in parallel. */
const WRITES = 16;

/** Days from today to the last valid day, if not random; null: there is no such document. */
const SPECIAL: Partial<Record<string, Partial<Record<DocumentKind, number | null>>>> = {
  "camry-airport": { insurance: 12 },
  "sienna-baha-mar": { inspection: null },
  "ranger-carmichael": { insurance: -9 },
};

const daysLeft = ({ slug }: DemoCar, kind: DocumentKind): number | null => {
  const special = SPECIAL[slug]?.[kind];
  return special === undefined ? demoNumber(60, 340, slug, kind) : special;
};

interface DemoDocument {
  row: Insertable<CarDocumentsTable>;
  sealed: Buffer;
}

export async function writeDocuments(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "documents">,
): Promise<void> {
  const plate = await readFile(PLATE);
  const documents = DEMO_CARS.flatMap((car) =>
    DOCUMENT_KINDS.flatMap((kind): DemoDocument[] => {
      const days = daysLeft(car, kind);
      return days === null ? [] : [makeDocument(ctx, car, kind, days, plate)];
    }),
  );
  for (let from = 0; from < documents.length; from += WRITES)
    await Promise.all(
      documents
        .slice(from, from + WRITES)
        .map(({ row, sealed }) =>
          ctx.documents.put(documentFile(row.id), sealed, "application/octet-stream"),
        ),
    );
  await ctx.db
    .insertInto("car_documents")
    .values(documents.map(({ row }) => row))
    .execute();
}

function makeDocument(
  ctx: Pick<Ctx, "clock" | "keys">,
  car: DemoCar,
  kind: DocumentKind,
  days: number,
  plate: Buffer,
): DemoDocument {
  const now = ctx.clock.now();
  const isPlate = kind === "self_drive_plate";
  const expires_on = isPlate ? null : addDays(todayInNassau(now), days);
  const body = expires_on === null ? plate : certificate(car, kind, expires_on);
  const ids = { id: demoId("document", car.slug, kind), car_id: demoId("car", car.slug) };
  return {
    sealed: seal(ctx.keys.sealing, body, carDocumentContext(ids)),
    row: {
      ...ids,
      kind,
      type: isPlate ? "image/jpeg" : "application/pdf",
      bytes: body.length,
      expires_on,
      reminded_days: null,
      key_id: ctx.keys.sealing.current.id,
      created_at: new Date(
        now.getTime() - demoNumber(20, 25, car.slug, kind) * DAY_MS,
      ).toISOString(),
    },
  };
}

/** A PDF page with a few lines of text. */
function certificate(
  { year, make, model, plate }: DemoCar,
  kind: DocumentKind,
  until: CalendarDate,
): Buffer {
  const lines = [
    `Example certificate: ${DOCUMENT_NAMES[kind]}`,
    `${year} ${make} ${model}, ${plate}`,
    `Valid until ${formatMonthDayYear(until)}`,
    "Part of the demo. It certifies nothing.",
  ];
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join(" ");
  const drawing = `BT /F 16 Tf 56 760 Td 28 TL ${escaped} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  return Buffer.from(
    `${pdf}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
  );
}
