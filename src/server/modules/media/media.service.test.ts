// The checks that listings need: who owns a photo, and that none is removed while it is put on a
// car.
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { photoName, scene, upload } from "../../../../test/photos.ts";
import { photoUrl } from "../../../domain/listing/photo.ts";
import { inTransaction } from "../../platform/context.ts";
import { removeOrphans } from "./media.jobs.ts";
import { deletePhotos, findPhotoProblem } from "./media.service.ts";

let app: TestApp;
let host: Person;
let other: Person;
beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"] });
  other = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

async function send(person: Person): Promise<string> {
  const key = photoName();
  expect((await upload(app, person, key, await scene(600, 400).jpeg().toBuffer())).status).toBe(
    200,
  );
  return photoUrl(key);
}
/** Waits until the sizes of one of the host's photos are made. */
async function becomesReady(url: string): Promise<void> {
  const path = `/api/photos?keys=${url.slice(photoUrl("").length)}` as const;
  const readState = async () =>
    (await app.call("GET", path, { as: host.token })).body.photos[0]?.state;
  await eventually(async () => expect(await readState()).toBe("ready"));
}

test("photos belong to their uploader, and only under our own URLs", async () => {
  const [mine, theirs] = [await send(host), await send(other)];
  const absolute = app.url + mine;
  expect(await findPhotoProblem(app.ctx, host.id, [mine, absolute])).toBeUndefined();
  for (const url of [
    theirs,
    `https://elsewhere.test${mine}`,
    photoUrl(photoName()),
    `${mine}?width=480`,
    "x",
  ])
    expect(await findPhotoProblem(app.ctx, host.id, [mine, url]), url).toBe("not_own");
});

test("nobody can remove a photo that is being put on a car", async () => {
  const url = await send(host);
  await becomesReady(url);
  const key = url.slice(photoUrl("").length);
  const person = { id: host.id, sessionId: "", signedInAt: "", roles: ["host"] } as const;
  app.clock.advance(25 * 3_600_000);
  await inTransaction(app.ctx, async (tx) => {
    expect(await findPhotoProblem(tx, host.id, [url])).toBeUndefined();
    await removeOrphans(app.ctx);
    expect(await deletePhotos(app.ctx, person, [key])).toEqual([]);
  });
  expect(await findPhotoProblem(app.ctx, host.id, [url])).toBeUndefined();
  expect(await deletePhotos(app.ctx, person, [key])).toHaveLength(1);
  expect(await findPhotoProblem(app.ctx, host.id, [url])).toBe("not_own");
});

test("a photo stays while the last approval of its car includes it", async () => {
  const admin = await makePerson(app, { roles: ["renter", "admin"] });
  const [before, after] = [await send(host), await send(host)];
  const car = await makeListing(app, host, { images: [before], is_approved: false });
  const review = `/api/admin/listings/${car}` as const;
  const approve = async () => {
    const { updated_at } = (await app.call("GET", review, { as: admin.token })).body;
    const approved = await app.call("POST", `${review}/approve`, {
      as: admin.token,
      body: { updated_at },
    });
    expect(approved.status).toBe(200);
  };
  const found = async (url: string) => (await app.call("GET", url)).status;
  const change = (images: string[], is_approved: boolean) =>
    app.ctx.db
      .updateTable("car_listings")
      .set({ images, is_approved })
      .where("id", "=", car)
      .execute();
  await approve();
  await change([after], false);
  app.clock.advance(25 * 3_600_000);
  await removeOrphans(app.ctx);
  const person = { id: host.id, sessionId: "", signedInAt: "", roles: ["host"] } as const;
  expect(await deletePhotos(app.ctx, person, [before.slice(photoUrl("").length)])).toEqual([]);
  expect([await found(before), await found(after)]).toEqual([200, 200]);
  const { body } = await app.call("GET", review, { as: admin.token });
  expect(body.changes).toEqual([{ field: "images", before: [before], after: [after] }]);
  await approve();
  await removeOrphans(app.ctx);
  expect([await found(before), await found(after)]).toEqual([404, 200]);
});
