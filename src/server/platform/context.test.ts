// Transactions that PostgreSQL gives up because they wait for each other.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../test/harness.ts";
import { inTransaction } from "./context.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("of two transactions that wait for each other both are made, one of them a second time", async () => {
  const people = [await makePerson(app), await makePerson(app)];
  const holdOne = people.map(() => Promise.withResolvers<void>());
  let runs = 0;
  /** Changes one of them, and the other once both have begun. */
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
  expect(runs).toBe(3);
  const abouts = await app.ctx.db.selectFrom("profiles").select("about").distinct().execute();
  expect(abouts).toHaveLength(1);
});
