// Tests transactions that PostgreSQL aborts because of a deadlock.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../test/harness.ts";
import { inTransaction } from "./context.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("commits both of two deadlocked transactions by running one a second time", async () => {
  const people = [await makePerson(app), await makePerson(app)];
  const holdOne = people.map(() => Promise.withResolvers<void>());
  let runs = 0;
  /** Changes one profile, and the other one once both transactions have begun. */
  const change = (first: number, second: number): Promise<void> =>
    inTransaction(app.ctx, async ({ db }) => {
      runs++;
      const touch = (which: number) =>
        db
          .updateTable("profiles")
          .set({ about: `by ${first}` })
          .where("user_id", "=", people[which]!.id)
          .execute();
      await touch(first);
      holdOne[first]!.resolve();
      await holdOne[second]!.promise;
      await touch(second);
    });
  await Promise.all([change(0, 1), change(1, 0)]);
  expect(runs).toBeGreaterThan(2);
  const abouts = await app.ctx.db.selectFrom("profiles").select("about").distinct().execute();
  expect(abouts).toHaveLength(1);
});
