// One person's uploads do not delay those of others: three at a time, and fair scheduling when
// sizes are made.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sendDocument } from "../../../../test/documents.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../../test/harness.ts";
import { photoName, scene, upload } from "../../../../test/photos.ts";
import { DomainError } from "../../../domain/errors.ts";
import { PHOTO_SIZES } from "../../../domain/listing/photo.ts";

let app: TestApp;
let host: Person;
let other: Person;
beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"] });
  other = await makePerson(app, { roles: ["renter", "host"] });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const send = async (person: Person) =>
  upload(app, person, photoName(), await scene(40, 30).jpeg().toBuffer());

test.skipIf(onSeveralNodes)(
  "refuses a person's fourth simultaneous file, including documents, but not another person's",
  async () => {
    const car = await makeListing(app, host);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const makeMaster = vi.spyOn(app.ctx.images, "makeMaster").mockImplementation(async () => {
      await opened;
      throw new DomainError("photo_broken");
    });
    const hold = [1, 2, 3].map(() => send(host));
    await eventually(() => expect(makeMaster).toHaveBeenCalledTimes(3));
    const refused = { status: 429, body: { code: "uploads_under_way" } };
    expect(await send(host)).toMatchObject(refused);
    expect(await sendDocument(app, host, { carId: car })).toMatchObject(refused);
    const others = send(other);
    await eventually(() => expect(makeMaster).toHaveBeenCalledTimes(4));
    open();
    for (const { status } of await Promise.all([...hold, others])) expect(status).toBe(422);
    makeMaster.mockRestore();
    expect((await sendDocument(app, host, { carId: car })).status).toBe(200);
  },
);

test.skipIf(onSeveralNodes)(
  "makes the sizes of a person's first photo before those of another person's second",
  async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const made: string[] = [];
    vi.spyOn(app.ctx.images, "resize").mockImplementation(async (_master, size, owner) => {
      await opened;
      if (size === PHOTO_SIZES[0]) made.push(owner === host.id ? "host" : "other");
      return Buffer.from("a size");
    });
    for (const person of [host, host, host, other, other])
      expect((await send(person)).status).toBe(200);
    open();
    await eventually(() => expect(made).toHaveLength(5));
    expect(made).toEqual(["host", "other", "host", "other", "host"]);
  },
);
