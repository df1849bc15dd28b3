// Tests that previous email addresses and phones are kept no longer than warnings go to them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { accountsJobs } from "./accounts.jobs.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("the daily clean-up removes a phone after three days and an address after fourteen", async () => {
  const { id } = await makePerson(app);
  const changed = app.clock.now().toISOString();
  await app.ctx.db
    .updateTable("accounts")
    .set({ previous_email: "before@example.test", email_changed_at: changed })
    .where("id", "=", id)
    .execute();
  await app.ctx.db
    .updateTable("profiles")
    .set({ previous_phones: ["+12425550100"], phone_changed_at: changed })
    .where("user_id", "=", id)
    .execute();
  const cleanUp = accountsJobs(app.ctx).find(({ name }) => name === "accounts-cleanup");
  const afterDays = async (days: number) => {
    app.clock.set(new Date(Date.parse(changed) + days * 86_400_000));
    await cleanUp?.run({});
    return app.ctx.db
      .selectFrom("accounts")
      .innerJoin("profiles", "profiles.user_id", "accounts.id")
      .where("accounts.id", "=", id)
      .select(["previous_email", "previous_phones"])
      .executeTakeFirst();
  };
  const previous_email = "before@example.test";
  expect(await afterDays(2.9)).toEqual({ previous_email, previous_phones: ["+12425550100"] });
  expect(await afterDays(3.1)).toEqual({ previous_email, previous_phones: [] });
  expect(await afterDays(14.1)).toEqual({ previous_email: null, previous_phones: [] });
});
