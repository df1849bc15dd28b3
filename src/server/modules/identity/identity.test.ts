// Verification through the API: encrypted documents, visible to their owner and admins only,
// decided once, deleted when overdue; and refused uploads.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getFirst } from "../../../../test/api-responses.ts";
import { pdf, picture } from "../../../../test/documents.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, TEST_NOW, type TestApp } from "../../../../test/harness.ts";
import {
  decideIdentity,
  fetchIdentity,
  sendIdentity,
  sendIdentityForm,
  fetchVerification,
} from "../../../../test/identity.ts";
import { pngThatClaims, scene } from "../../../../test/photos.ts";
import { MAX_DOCUMENT_BYTES } from "../../../domain/listing/car-documents.ts";
import { fixedClock } from "../../platform/clock.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { careForIdentities } from "./identity.routes.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let admin: Person;
let person: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  admin = await makePerson(app, { roles: ["renter", "admin"], firstName: "Andre" });
});
beforeEach(async () => {
  app.clock.set(TEST_NOW);
  person = await makePerson(app);
});
afterAll(() => app.close());

const later = (ms: number) => app.clock.set(new Date(app.clock.now().getTime() + ms).toISOString());
const own = async (who = person) =>
  (await app.call("GET", "/api/identity", { as: who.token })).body;
const files = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of app.ctx.identityDocuments.list()) names.push(name);
  return names;
};
const actions = async (id: string) =>
  (
    await app.ctx.db
      .selectFrom("audit_events")
      .selectAll()
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute()
  ).filter(({ action }) => action.startsWith("identity."));

describe("a verification", () => {
  test("goes from upload through rejection to verified, and notifies each side", async () => {
    expect(await own()).toMatchObject({ state: "none", documents: [], delete_at: null });
    const early = await app.call("POST", "/api/identity/submit", { as: person.token });
    expect(early.body).toMatchObject({
      code: "identity_incomplete",
      details: { missing: ["driving_licence", "government_id"] },
    });
    expect((await sendIdentityForm(app, person)).body).toMatchObject({
      state: "submitted",
      delete_at: null,
      documents: [{ kind: "driving_licence", type: "image/jpeg" }, { kind: "government_id" }],
    });
    expect((await sendIdentity(app, person)).body).toMatchObject({
      code: "identity_settled",
      details: { state: "submitted" },
    });

    later(1000);
    const reason = "The licence is too dark to read.";
    expect((await decideIdentity(app, admin, person, reason)).body).toMatchObject({
      state: "rejected",
      reason,
      decided_by: "Andre Rolle",
    });
    expect(await own()).toMatchObject({ state: "rejected", reason });
    const [notification] = (await app.call("GET", "/api/notifications", { as: person.token })).body
      .notifications;
    expect(notification).toMatchObject({
      kind: "identity",
      body: reason,
      path: "/profile#verification",
    });
    await expect
      .poll(async () => (await app.mails(person.email))[0]?.text)
      .toContain("Reason: The licence is too dark to read.");

    // The rejected documents cannot be submitted again.
    const again = await app.call("POST", "/api/identity/submit", { as: person.token });
    expect(again.body.code).toBe("identity_incomplete");
    later(1000);
    const before = await files();
    expect(
      (await sendIdentity(app, person, "driving_licence", pdf())).body.documents,
    ).toMatchObject([{ kind: "driving_licence", type: "application/pdf" }]);
    expect(before.length - (await files()).length).toBe(1); // two were deleted, one was added
    await sendIdentity(app, person, "government_id");
    expect((await app.call("POST", "/api/identity/submit", { as: person.token })).body.state).toBe(
      "submitted",
    );
    later(1000);
    expect((await decideIdentity(app, admin, person)).body).toMatchObject({
      state: "verified",
      reason: null,
    });
    expect(await own()).toMatchObject({ state: "verified", name_changed: false });
    await expect
      .poll(async () => (await app.mails(person.email))[0]?.subject)
      .toBe("You're verified");
    expect((await sendIdentity(app, person)).body.code).toBe("identity_settled");
    const sent = ["document_store", "document_store", "submit"];
    expect((await actions(person.id)).map(({ action }) => action.replace("identity.", ""))).toEqual(
      [...sent, "reject", ...sent, "document_view", "document_view", "verify"],
    );
  });

  test("is decided only in the version seen: not after a new submission, twice, or under another name", async () => {
    await sendIdentityForm(app, person);
    const { version } = await fetchVerification(app, admin, person);
    const approve = (seen: string) =>
      app.call("POST", `/api/admin/verifications/${person.id}/approve`, {
        as: admin.token,
        body: { version: seen },
      });
    await app.call("DELETE", "/api/identity/documents", { as: person.token });
    expect(await own()).toMatchObject({ state: "none", documents: [] });
    expect((await approve(version)).body.code).toBe("identity_changed");
    await sendIdentityForm(app, person);
    expect((await approve(version)).body.code).toBe("identity_changed");
    const seen = (await fetchVerification(app, admin, person)).version;
    const rename = (first_name: string) =>
      app.call("PATCH", "/api/profile", { as: person.token, body: { first_name } });
    await rename("Somebody");
    expect((await approve(seen)).body.code).toBe("identity_changed");
    await rename("Tamika");
    await fetchIdentity(
      app,
      admin,
      `/api/admin/verifications/${person.id}/documents/government_id`,
    );
    expect((await approve(seen)).body).toMatchObject({
      code: "identity_unopened",
      details: { documents: ["driving_licence"] },
    });
    await fetchIdentity(
      app,
      admin,
      `/api/admin/verifications/${person.id}/documents/driving_licence`,
    );
    const both = await Promise.all([approve(seen), approve(seen)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await own()).state).toBe("verified");

    await rename("Somebody");
    expect(await own()).toMatchObject({ state: "none", name_changed: true });
    const listed = await app.call(
      "GET",
      `/api/admin/verifications?filter=verified&search=${person.id}`,
      {
        as: admin.token,
      },
    );
    expect(listed.body.verifications).toEqual([]);
    later(1000);
    expect((await sendIdentityForm(app, person)).body.state).toBe("submitted");
  });

  test("requires a date of birth, and can be revoked after approval", async () => {
    const unborn = await makePerson(app, { dateOfBirth: null });
    expect((await sendIdentityForm(app, unborn)).body.code).toBe("date_of_birth_required");
    await sendIdentityForm(app, person);
    const born = (date_of_birth: string | null) =>
      app.call("PATCH", "/api/profile", { as: person.token, body: { date_of_birth } });
    await born(null);
    expect((await decideIdentity(app, admin, person)).body.code).toBe("date_of_birth_required");
    await born("1990-05-17");
    await decideIdentity(app, admin, person);
    expect(
      (await decideIdentity(app, admin, person, "The licence was a forgery.")).body.state,
    ).toBe("rejected");
    expect((await decideIdentity(app, admin, person, "Once more.")).body.code).toBe(
      "identity_changed",
    );
  });

  test("of an admin is approved by another admin", async () => {
    const support = await makePerson(app, { roles: ["renter", "admin"], adminRole: "support" });
    await sendIdentityForm(app, support);
    const path = `/api/admin/verifications/${support.id}` as const;
    for (const kind of ["government_id", "driving_licence"])
      await fetchIdentity(app, admin, `${path}/documents/${kind}`);
    const { version } = await fetchVerification(app, admin, support);
    const approve = (as: Person) =>
      app.call("POST", `${path}/approve`, { as: as.token, body: { version } });
    expect(await approve(support)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await approve(admin)).toMatchObject({ status: 200, body: { state: "verified" } });
  });

  test("waits in the queue, oldest first, and is found by name and id", async () => {
    const second = await makePerson(app, { firstName: "Zephaniah" });
    await sendIdentityForm(app, person);
    later(1000);
    await sendIdentityForm(app, second);
    const list = async (query: string) =>
      (
        await app.call("GET", `/api/admin/verifications?${query}`, { as: admin.token })
      ).body.verifications.map((each) => each.user_id);
    const waiting = await list("filter=submitted");
    expect(waiting.indexOf(person.id)).toBeLessThan(waiting.indexOf(second.id));
    expect(await list("search=zephan")).toEqual([second.id]);
    expect(await list(`filter=submitted&search=${person.id}`)).toEqual([person.id]);
    const { counts } = (await app.call("GET", "/api/admin/queue/counts", { as: admin.token })).body;
    expect(counts.verification).toBe(waiting.length);
  });
});

describe("the documents", () => {
  test("are encrypted, visible to their owner and admins, and every access is audited", async () => {
    const other = await makePerson(app, { roles: ["renter", "host"] });
    await sendIdentity(app, person, "government_id", pdf("Passport 4711"));
    const document = getFirst((await own()).documents);
    const name = `${document.id}.sealed`;
    const sealed = await readBuffer((await app.ctx.identityDocuments.read(name))!);
    for (const part of ["%PDF", "Passport 4711"]) expect(sealed.includes(part), part).toBe(false);
    const mine = "/api/identity/documents/government_id";
    const theirs = `/api/admin/verifications/${person.id}/documents/government_id`;
    const { file, headers } = await fetchIdentity(app, person, mine);
    expect(file.equals(pdf("Passport 4711"))).toBe(true);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="government_id-[0-9a-f]{8}\.pdf"$/,
    );
    expect((await fetchIdentity(app, admin, theirs)).file.equals(file)).toBe(true);
    expect((await fetchIdentity(app, other, theirs)).status).toBe(403);
    expect((await fetchIdentity(app, other, mine)).status).toBe(404);
    expect((await fetchIdentity(app, undefined, mine)).status).toBe(401);
    const looks = (await actions(person.id)).filter(
      ({ action }) => action === "identity.document_view",
    );
    expect(looks).toMatchObject([
      {
        actor_kind: "renter",
        actor_id: person.id,
        after: { document_id: document.id, kind: "government_id" },
      },
      { actor_kind: "admin", actor_id: admin.id },
    ]);
    // It cannot be decrypted as another document.
    await sendIdentity(app, other, "government_id");
    const another = getFirst((await own(other)).documents);
    await app.ctx.identityDocuments.put(`${another.id}.sealed`, sealed, "application/octet-stream");
    expect((await fetchIdentity(app, other, mine)).status).toBe(500);
  });

  test("are deleted 90 days after the decision, orphaned files after a day, waiting ones never", async () => {
    const waiting = await makePerson(app);
    await sendIdentityForm(app, person);
    await sendIdentityForm(app, waiting);
    await decideIdentity(app, admin, person);
    expect((await own()).delete_at).toBe("2027-02-19T17:00:00.000Z");
    const listIds = async (who: Person) =>
      (await own(who)).documents.map(({ id }) => `${id}.sealed`);
    const [decided, stored] = [await listIds(person), await listIds(waiting)];
    later(90 * DAY_MS - 1);
    await careForIdentities(app.ctx);
    expect(await listIds(person)).toEqual(decided);
    later(1);
    await careForIdentities(app.ctx);
    expect(await own()).toMatchObject({ state: "verified", documents: [], delete_at: null });
    expect(await files()).toEqual(expect.arrayContaining(stored));
    for (const name of decided) expect(await files()).not.toContain(name);

    const stray = "00000000-0000-4000-8000-000000000000.sealed";
    await app.ctx.identityDocuments.put(stray, randomBytes(40), "application/octet-stream");
    // File times come from the machine's clock.
    await careForIdentities({
      ...app.ctx,
      clock: fixedClock(new Date(Date.now() + 25 * 3_600_000)),
    });
    expect(await files()).not.toContain(stray);
    expect(await files()).toEqual(expect.arrayContaining(stored));
  });

  test("are deleted with the account, and so is the decision", async () => {
    await sendIdentityForm(app, person);
    const document = getFirst((await own()).documents);
    const { hashPassword } = await import("../accounts/passwords.ts");
    const password_hash = await hashPassword("conch-salad");
    await app.ctx.db
      .updateTable("accounts")
      .set({ password_hash })
      .where("id", "=", person.id)
      .execute();
    const left = await app.call("POST", "/api/account/departure", {
      as: person.token,
      body: { password: "conch-salad" },
    });
    expect(left.status).toBe(200);
    expect(await files()).not.toContain(`${document.id}.sealed`);
    for (const table of ["identities", "identity_documents", "phone_codes"] as const)
      expect(
        await app.ctx.db.selectFrom(table).where("user_id", "=", person.id).selectAll().execute(),
      ).toEqual([]);
  });

  test("are re-encrypted after a key rotation", async () => {
    await sendIdentity(app, person, "driving_licence");
    const young = { id: "00112233aabbccdd", key: randomBytes(32) };
    const sealing = {
      current: young,
      all: new Map([[young.id, young], ...app.ctx.keys.sealing.all]),
    };
    await careForIdentities({ ...app.ctx, keys: { ...app.ctx.keys, sealing } });
    const row = await app.ctx.db
      .selectFrom("identity_documents")
      .select("key_id")
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    expect(row?.key_id).toBe(young.id);
    const back = { ...app.ctx.keys.sealing, all: sealing.all };
    await careForIdentities({ ...app.ctx, keys: { ...app.ctx.keys, sealing: back } });
    expect(
      (await fetchIdentity(app, person, "/api/identity/documents/driving_licence")).status,
    ).toBe(200);
  });

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ["document_broken", "nothing", () => Buffer.alloc(0)],
    [
      "document_type_refused",
      "a web page",
      () => Buffer.from("<!doctype html><script>alert(1)</script>"),
    ],
    [
      "document_type_refused",
      "SVG",
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
    ],
    ["document_type_refused", "GIF", () => scene(40, 30).gif().toBuffer()],
    ["document_broken", "half a JPEG", async () => (await picture()).subarray(0, 900)],
    ["photo_too_many_pixels", "a PNG of 30,000 x 30,000", () => pngThatClaims(30_000, 30_000)],
    ["photo_too_narrow", "a PNG of 1 x 50,000,000", () => pngThatClaims(1, 50_000_000)],
    ["document_too_large", "more than 10 MB", () => Buffer.alloc(MAX_DOCUMENT_BYTES + 1)],
  ])("%s: does not store %s", async (code, _what, make) => {
    const before = await files();
    expect((await sendIdentity(app, person, "government_id", await make())).body.code).toBe(code);
    expect((await own()).documents).toEqual([]);
    expect(await files()).toEqual(before);
    expect(readdirSync(join(app.ctx.config.dataDir, "incoming-identity-documents"))).toEqual([]);
  });
});
