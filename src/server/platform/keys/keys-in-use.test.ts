// Tests that an instance whose encryption keys do not fit its database refuses to start.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { newEncryptionKeysSetting, openKeys } from "./keys.ts";
import { requireKeysInUse } from "./keys-in-use.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("names the missing keys, and starts with the old ones behind a new one", async () => {
  const { ctx } = app;
  const setting = newEncryptionKeysSetting(undefined);
  const withKeys = async (encryptionKeys: string) => {
    const config = { ...ctx.config, encryptionKeys };
    return { ...ctx, config, keys: await openKeys(config) };
  };
  const other = await withKeys(setting);
  await requireKeysInUse(other); // nothing is sealed yet
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const details = {
    account_holder: "Tamika Rolle",
    bank: "rbc",
    transit: "05165",
    account_number: "1000-2345-6789",
    account_kind: "chequing",
  };
  const sealed = await app.call("PUT", "/api/host/payout-details", {
    as: host.token,
    body: details,
  });
  expect(sealed.status).toBe(200);
  await requireKeysInUse(ctx);
  const { id, key } = ctx.keys.sealing.current;
  await expect(requireKeysInUse(other)).rejects.toThrow(
    `sealed with encryption keys that are not in ENCRYPTION_KEYS: ${id} (payout_details)`,
  );
  await app.ctx.db.updateTable("payout_details").set({ key_id: "0000000000000000" }).execute();
  await requireKeysInUse(other);
  await app.ctx.db.updateTable("payout_details").set({ key_id: id }).execute();
  await requireKeysInUse(await withKeys(`${setting},${key.toString("base64url")}`));
});
