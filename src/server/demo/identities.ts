// The identity checks of the demo's people: hosts and renters in each state, one of them waiting.
// Files of old decisions are already deleted.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { IDENTITY_DOCUMENTS, type IdentityDocument } from "../../domain/person/identity.ts";
import { PROJECT_ROOT } from "../config.ts";
import { identityDocumentContext } from "../modules/identity/identity.service.ts";
import type { Ctx } from "../platform/context.ts";
import { documentFile } from "../platform/storage/document-store.ts";
import { seal } from "../platform/keys/sealing.ts";
import { demoId } from "./seeded-random.ts";

/** Drawn by demo/art/specimen.mjs. */
const SPECIMENS: Record<IdentityDocument, string> = {
  driving_licence: "specimen-licence.jpg",
  government_id: "specimen-id.jpg",
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days since the submission; each was decided a day later. */
const VERIFIED: Record<string, number> = {
  keisha: 400,
  tamika: 310,
  shantell: 250,
  marcus: 210,
  hannah: 160,
};
/** Hours since the submission. */
const WAITING = { aaliyah: 20 };
const REJECTED = {
  carlos: { days: 12, reason: "The photo of the licence is blurred: the name can't be read." },
};
/** People who have confirmed their phone with a code. */
const PHONES = ["keisha", "tamika", "marcus"];

/** Call it after the people are written. */
export async function writeIdentities(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "identityDocuments">,
): Promise<void> {
  const ago = (ms: number): string => new Date(ctx.clock.now().getTime() - ms).toISOString();
  const decided_by = demoId("person", "andre");
  const row = { decided_at: null, decided_by: null, reason: null, verified_as: null };
  await ctx.db
    .insertInto("identities")
    .values([
      ...Object.entries(VERIFIED).map(([key, days]) => ({
        user_id: demoId("person", key),
        state: "verified" as const,
        submitted_at: ago(days * DAY_MS),
        decided_at: ago((days - 1) * DAY_MS),
        decided_by,
        reason: null,
        verified_as: sql<string>`(select identity_name(first_name, last_name, date_of_birth) from profiles where user_id = ${demoId("person", key)})`,
      })),
      ...Object.entries(WAITING).map(([key, hours]) => ({
        ...row,
        user_id: demoId("person", key),
        state: "submitted" as const,
        submitted_at: ago(hours * HOUR_MS),
      })),
      ...Object.entries(REJECTED).map(([key, { days, reason }]) => ({
        ...row,
        user_id: demoId("person", key),
        state: "rejected" as const,
        submitted_at: ago((days + 1) * DAY_MS),
        decided_at: ago(days * DAY_MS),
        decided_by,
        reason,
      })),
    ])
    .execute();
  await ctx.db
    .updateTable("profiles")
    .set({ phone_verified_at: ago(90 * DAY_MS) })
    .where(
      "user_id",
      "in",
      PHONES.map((key) => demoId("person", key)),
    )
    .execute();
  for (const [key, hours] of Object.entries(WAITING))
    await writeFiles(ctx, key, ago((hours + 1) * HOUR_MS));
}

async function writeFiles(
  ctx: Pick<Ctx, "db" | "keys" | "identityDocuments">,
  key: string,
  created_at: string,
): Promise<void> {
  for (const kind of IDENTITY_DOCUMENTS) {
    const body = await readFile(join(PROJECT_ROOT, "demo/art", SPECIMENS[kind]));
    const ids = { id: demoId("identity", key, kind), user_id: demoId("person", key) };
    const sealed = seal(ctx.keys.sealing, body, identityDocumentContext(ids));
    await ctx.identityDocuments.put(documentFile(ids.id), sealed, "application/octet-stream");
    await ctx.db
      .insertInto("identity_documents")
      .values({
        ...ids,
        kind,
        type: "image/jpeg",
        bytes: body.length,
        key_id: ctx.keys.sealing.current.id,
        created_at,
      })
      .execute();
  }
}
