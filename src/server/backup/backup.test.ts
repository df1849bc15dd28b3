// Tests that a restored backup is the same marketplace, and that a program works with it.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  backUp,
  bringBack,
  readContent,
  emptyPlace,
  filesIn,
  olderPlace,
  query,
  removePlace,
  readSchema,
  type BackupPlace,
} from "../../../test/backups.ts";
import { fetchDocument, sendBusinessDocument, sendDocument } from "../../../test/documents.ts";
import { makeListing, makePerson, type Person } from "../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../test/harness.ts";
import { sendIdentity } from "../../../test/identity.ts";
import { phonePhoto, photoName, upload } from "../../../test/photos.ts";
import { startS3, type TestS3 } from "../../../test/s3.ts";
import { backup } from "./backup.ts";
import { openStores } from "./files.ts";
import { DEMO_PASSWORD, fillWithDemoData } from "../demo/index.ts";
import { hashEntry } from "../modules/trips/chain.ts";
import { checkTrips } from "../modules/trips/trips-check.service.ts";
import { insertEntry } from "../modules/trips/trips.repository.ts";
import { checkLedger } from "../modules/ledger/ledger-check.service.ts";
import { MIGRATIONS } from "../platform/database/migrations.ts";
import { documentFile } from "../platform/storage/document-store.ts";

let folder: string;
let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "caydrive-backup-"))));
let places: BackupPlace[] = [];
let apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps) await app.close();
  for (const place of places) await removePlace(place);
  [places, apps] = [[], []];
  rmSync(folder, { recursive: true, force: true });
});

async function start(options?: Parameters<typeof startTestApp>[0]): Promise<TestApp> {
  const app = await startTestApp(options);
  apps.push(app);
  return app;
}
async function newPlace(given?: Parameters<typeof emptyPlace>[0]): Promise<BackupPlace> {
  const made = await emptyPlace(given);
  places.push(made);
  return made;
}
const toSource = ({ databaseUrl, ctx: { config } }: TestApp) => ({ databaseUrl, config });
const publicPhoto = async (app: TestApp, key: string): Promise<Buffer> =>
  Buffer.from(
    await (
      await fetch(`${app.url}/storage/v1/object/public/car-images/${key}?width=480&format=webp`)
    ).arrayBuffer(),
  );

/** A car photo in all sizes, a profile photo, documents of the car, the person and the business. */
async function uploadEverything(
  app: TestApp,
  host: Person,
): Promise<{ key: string; carId: string }> {
  const [key, carId] = [photoName(), await makeListing(app, host)];
  expect((await upload(app, host, key, await phonePhoto(640, 480))).status).toBe(200);
  const headers = { "content-type": "image/jpeg", authorization: `Bearer ${host.token}` };
  const body = new Uint8Array(await phonePhoto(400, 400));
  expect(
    (await fetch(`${app.url}/api/profile/photo`, { method: "PUT", headers, body })).status,
  ).toBe(200);
  expect((await sendDocument(app, host, { carId })).status).toBe(200);
  expect((await sendIdentity(app, host)).status).toBe(200);
  expect((await sendBusinessDocument(app, host, "vat_certificate")).status).toBe(200);
  const state = sql<{ state: string }>`select state from photos where key = ${key}`;
  await expect
    .poll(async () => (await state.execute(app.ctx.db)).rows)
    .toEqual([{ state: "ready" }]);
  return { key, carId };
}

/** The file of a photo of some trip, and its rows. */
async function storeTripPhoto({ ctx }: TestApp): Promise<void> {
  const [id, at] = [crypto.randomUUID(), ctx.clock.now().toISOString()];
  const key_id = ctx.keys.sealing.current.id;
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "renter_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  const entry = {
    id,
    booking_id: booking.id,
    position: 1,
    handover: "pickup",
    kind: "photo",
    side: "renter",
    author_id: booking.renter_id,
    content: { place: "front" },
    made_at: at,
    received_at: at,
    previous_hash: null,
    key_id,
  } as const;
  await insertEntry(ctx.db, { ...entry, hash: hashEntry(ctx.keys.sealing, entry) });
  await ctx.db
    .insertInto("trip_photos")
    .values({ id, entry_id: id, booking_id: booking.id, bytes: 5, key_id, created_at: at })
    .execute();
  await ctx.tripPhotos.put(documentFile(id), Buffer.from("photo"), "application/octet-stream");
}

/** Values that PostgreSQL's text format escapes, and a row larger than a batch. */
async function writeOddRows(app: TestApp): Promise<void> {
  const odd = "tab\tnewline\nreturn\rbackslash\\N \\. quote' é 🚗 \u0001";
  const event = {
    at: new Date(0),
    actor_kind: "system",
    action: "odd",
    subject_type: "odd",
    subject_id: crypto.randomUUID(),
  };
  for (const reason of [odd, "", null, "x".repeat(9_000_000)])
    await sql`insert into audit_events ${sql.raw(`(${Object.keys(event).join(", ")}, reason, after)`)}
      values (${sql.join(Object.values(event))}, ${reason}, ${JSON.stringify({ odd: [reason?.slice(0, 99), null, 1e300] })})`.execute(
      app.ctx.db,
    );
  // The last sequence numbers belong to rows that no longer exist.
  await sql`select nextval(pg_get_serial_sequence('ledger_entries', 'id'))`.execute(app.ctx.db);
}

test("restores everything in another place", async () => {
  const app = await start({ config: { s3: undefined } });
  await fillWithDemoData(app.ctx);
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const { key, carId } = await uploadEverything(app, host);
  await storeTripPhoto(app);
  await writeOddRows(app);
  await app.ctx.jobs.send(
    app.ctx.db,
    "photo-sizes",
    { photo_id: crypto.randomUUID() },
    { delaySeconds: 3600 },
  );
  const photo = await publicPhoto(app, key);
  await app.stop();

  const file = join(folder, "caydrive.tar");
  const made = await backUp(toSource(app), file);
  expect(made).toMatchObject({ missing: [], encryptionKeys: [app.ctx.keys.sealing.current.id] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const files = await filesIn(app.ctx.config);
  for (const store of [
    "photos/",
    "photos/portraits/",
    "documents/",
    "identity-documents/",
    "business-documents/",
    "trip-photos/",
  ])
    expect([...files.keys()].join("\n")).toContain(store);

  const target = await newPlace();
  expect(await bringBack(target, file)).toMatchObject({ unknown: [], rows: made.rows });
  expect(await readContent(target.databaseUrl)).toEqual(await readContent(app.databaseUrl));
  expect(await readSchema(target.databaseUrl)).toEqual(await readSchema(app.databaseUrl));
  expect(await filesIn(target.config)).toEqual(files);

  // The keys are transferred separately.
  cpSync(join(app.ctx.config.dataDir, "keys"), join(target.config.dataDir, "keys"), {
    recursive: true,
  });
  const other = await start({ databaseUrl: target.databaseUrl, config: { ...target.config } });
  const signIn = { email: "renter@caydrive.test", password: DEMO_PASSWORD };
  expect(
    (await other.call("POST", "/auth/v1/token?grant_type=password", { body: signIn })).status,
  ).toBe(200);
  expect(await publicPhoto(other, key)).toEqual(photo);
  expect((await fetchDocument(other, host, carId, "insurance")).file.toString()).toContain(
    "Policy 4711",
  );
  expect(await checkLedger(other.ctx)).toMatchObject({ discrepancies: [] });
  expect(await checkTrips(other.ctx)).toEqual({ trips: 1, entries: 1, changed: [] });
  // Triggers work again.
  const location = "gregory town, somewhere else";
  await makeListing(other, host, { location });
  const noted = `select location from listing_locations where location = '${location}'`;
  expect(await query(other.databaseUrl, noted)).toEqual([{ location }]);
  await expect(query(other.databaseUrl, "delete from ledger_entries")).rejects.toThrow(
    "append-only",
  );
});

test("backs up files from a bucket and restores them into one", async () => {
  const app = await start({ config: { s3: s3.settings } });
  await uploadEverything(app, await makePerson(app, { roles: ["renter", "host"] }));
  await app.stop();
  const file = join(folder, "caydrive.tar");
  await backUp(toSource(app), file);
  const files = await filesIn(app.ctx.config);
  expect(files.size).toBeGreaterThan(8);
  for (const store of Object.values(await openStores(app.ctx.config)))
    for await (const { name } of store.list()) await store.remove([name]);
  const bucket = await newPlace({ s3: s3.settings });
  const machine = await newPlace();
  for (const place of [bucket, machine]) {
    await bringBack(place, file);
    expect(await filesIn(place.config)).toEqual(files);
  }
});

test("is consistent while people write", async () => {
  const app = await start();
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const carId = await makeListing(app, host, { title: "0" });
  await sql`update profiles set about = '0' where user_id = ${host.id}`.execute(app.ctx.db);
  let written = 0;
  const stopWriting = new AbortController();
  const writing = (async () => {
    while (!stopWriting.signal.aborted) {
      const word = String(++written);
      await app.ctx.db.transaction().execute(async (tx) => {
        await sql`update profiles set about = ${word} where user_id = ${host.id}`.execute(tx);
        await sql`update car_listings set title = ${word} where id = ${carId}`.execute(tx);
      });
      if (written % 20 === 1) await upload(app, host, photoName(), await phonePhoto(64, 48));
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(20);
  const files = ["one", "two", "three"].map((name) => join(folder, name));
  for (const file of files) {
    await backUp(toSource(app), file);
    // The next backup must differ. This one may contain the write in progress, but not the write
    // after it.
    const before = written;
    await expect.poll(() => written).toBeGreaterThan(before + 1);
  }
  stopWriting.abort();
  await writing;

  const target = await newPlace();
  const [words, photos] = [new Set<string>(), [] as number[]];
  for (const file of files) {
    await bringBack(target, file, true);
    const both = "select title, about from car_listings join profiles on user_id = host_id";
    const [row] = await query<{ title: string; about: string }>(target.databaseUrl, both);
    expect(row?.title).toBe(row?.about);
    words.add(row?.title ?? "");
    const stored = await filesIn(target.config);
    const rows = await query<{ id: string }>(target.databaseUrl, "select id from photos");
    for (const { id } of rows) expect(stored.has(`photos/${id}/master.jpg`), id).toBe(true);
    photos.push(rows.length);
  }
  expect(words.size).toBe(3);
  expect(photos[0]).toBeGreaterThan(0);
});

describe("with existing data", () => {
  let app: TestApp;
  let file: string;
  beforeEach(async () => {
    app = await start();
    await makePerson(app, { firstName: "Kept" });
    file = join(folder, "caydrive.tar");
    await backUp(toSource(app), file);
  });
  const names = (databaseUrl: string) =>
    query<{ first_name: string }>(databaseUrl, "select first_name from profiles");

  test("replaces a file only with --force", async () => {
    const before = statSync(file).ino;
    await expect(backUp(toSource(app), file)).rejects.toThrow("add --force");
    expect(statSync(file).ino).toBe(before);
    await backUp(toSource(app), file, true);
    expect(statSync(file).ino).not.toBe(before);
  });

  test("replaces data only with --replace, all or nothing", async () => {
    const other = await start();
    await makePerson(other, { firstName: "Lost" });
    await other.stop();
    const target = { ...(await newPlace()), databaseUrl: other.databaseUrl };
    await expect(bringBack(target, file)).rejects.toThrow("add --replace");
    // The folder of photos cannot be created, as a file has its name.
    await upload(
      app,
      await makePerson(app, { roles: ["host"] }),
      photoName(),
      await phonePhoto(64, 48),
    );
    await backUp(toSource(app), file, true);
    writeFileSync(join(target.config.dataDir, "photos"), "in the way");
    await expect(bringBack(target, file, true)).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(await names(other.databaseUrl)).toEqual([{ first_name: "Lost" }]);
    rmSync(join(target.config.dataDir, "photos"));
    await bringBack(target, file, true);
    expect(await names(other.databaseUrl)).toContainEqual({ first_name: "Kept" });
    expect(await names(other.databaseUrl)).not.toContainEqual({ first_name: "Lost" });
  });

  test("refuses a database that a program uses", async () => {
    const target = { ...(await newPlace()), databaseUrl: app.databaseUrl };
    await expect(bringBack(target, file, true)).rejects.toThrow(
      "A program is running on this database",
    );
    expect(await names(app.databaseUrl)).toEqual([{ first_name: "Kept" }]);
  });
});

test("fails on a lost connection and leaves no file", async () => {
  const app = await start();
  const { databaseUrl } = app;
  await query(
    databaseUrl,
    `insert into audit_events (at, actor_kind, action, subject_type, subject_id, reason)
     select now(), 'system', 'long', 'long', gen_random_uuid(), repeat(md5(n::text), 50000) from generate_series(1, 40) n`,
  );
  const terminate =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'caydrive-backup' and datname = current_database()";
  let terminated: Promise<object[]> | undefined;
  const onProgress = (what: string): void => {
    if (what.startsWith("public.audit_events")) terminated ??= query(databaseUrl, terminate);
  };
  const file = join(folder, "caydrive.tar");
  await expect(backup({ ...toSource(app), file, isForced: false, onProgress })).rejects.toThrow(
    /terminat/i,
  );
  expect(await terminated).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("lists missing files and restores the rest", async () => {
  const app = await start();
  const host = await makePerson(app, { roles: ["host"] });
  await upload(app, host, photoName(), await phonePhoto(64, 48));
  await upload(app, host, photoName(), await phonePhoto(64, 48));
  await app.stop();
  const [row] = await query<{ id: string }>(app.databaseUrl, "select id from photos limit 1");
  const gone = `${row?.id}/master.jpg`;
  const sizes = (await filesIn(app.ctx.config)).size;
  await app.ctx.objects.remove([gone]);
  const file = join(folder, "caydrive.tar");
  const elsewhere = {
    ...toSource(app),
    config: { ...app.ctx.config, dataDir: join(folder, "elsewhere") },
  };
  await expect(backUp(elsewhere, file)).rejects.toThrow(
    "Give the backup the settings of the server",
  );
  expect(existsSync(file)).toBe(false);
  const { missing } = await backUp(toSource(app), file);
  expect(missing).toContain(`photos/${gone}`);
  const target = await newPlace();
  await bringBack(target, file);
  expect((await filesIn(target.config)).size).toBeLessThan(sizes);
});

test("restores an older database into this version, with its rows", async () => {
  const old = await olderPlace(25);
  places.push(old);
  await query(old.databaseUrl, `create table "Report of 2026" as select 1 as id`);
  const file = join(folder, "old.tar");
  await backUp(old, file);
  const target = await newPlace();
  expect(await bringBack(target, file)).toMatchObject({ unknown: ["public.Report of 2026"] });
  const app = await start({
    databaseUrl: target.databaseUrl,
    config: { dataDir: target.config.dataDir },
  });
  expect(
    await query(target.databaseUrl, "select first_name, renter_review_count from profiles"),
  ).toEqual([{ first_name: "Old", renter_review_count: 0 }]);
  const applied = await query(
    target.databaseUrl,
    "select count(*)::int as n from schema_migrations",
  );
  expect(applied).toEqual([{ n: MIGRATIONS.length }]);
  expect((await app.call("GET", "/api/listings")).status).toBe(200);
});
