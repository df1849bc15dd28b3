// The alert settings over HTTP, and the key that signs pushes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { newEncryptionKeysSetting, openKeys } from "../../../platform/keys/keys.ts";
import { alertsJobs } from "./alerts.routes.ts";
import { getPushKeys } from "./push-keys.service.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("quiet hours are validated, and unknown kinds refused", async () => {
  const { token } = await makePerson(app);
  const call = (method: "GET" | "PUT", body?: object) =>
    app.call(method, "/api/alert-settings", { as: token, ...(body && { body }) });
  const { quiet } = (await call("GET")).body;
  expect(quiet).toEqual({ is_quiet: true, quiet_from: 22, quiet_until: 7, urgent_anyway: true });
  for (const body of [
    { quiet: { ...quiet, quiet_until: 22 } },
    { quiet: { ...quiet, quiet_from: 24 } },
    { text: { newsletter: true } },
  ])
    expect((await call("PUT", body)).status).toBe(400);
});

test("the push key stays the same when the encryption key changes", async () => {
  const { ctx } = app;
  const before = await getPushKeys(ctx);
  const setting = [
    newEncryptionKeysSetting(undefined),
    ctx.keys.sealing.current.key.toString("base64url"),
  ];
  const keys = await openKeys({ ...ctx.config, encryptionKeys: setting.join(",") });
  const rotated = { ...ctx, keys };
  await alertsJobs(rotated)
    .find(({ name }) => name === "alerts-cleanup")
    ?.run({});
  expect(await getPushKeys(rotated)).toEqual(before);
  const row = await ctx.db.selectFrom("push_keys").select("key_id").executeTakeFirst();
  expect(row?.key_id).toBe(keys.sealing.current.id);
});
