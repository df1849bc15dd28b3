// Invites helpers of a host in tests, and accepts for them.
import { expect } from "vitest";
import type { HelperRight } from "../src/domain/helper/helpers.ts";
import { getFirst } from "./api-responses.ts";
import { makePerson, type Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";

export function helperCalls(app: TestApp) {
  const invite = (host: Person, email: string, carId: string, rights: readonly HelperRight[]) =>
    app.call("POST", "/api/host/helpers", {
      as: host.token,
      body: { email, cars: [{ car_id: carId, rights }] },
    });
  async function readLinks(email: string): Promise<{ id: string; token: string }[]> {
    return (await app.mails(email)).flatMap(({ text }) => {
      const [, id, token] = /\/helping\/([\w-]{36})\?token=([\w-]+)/.exec(text) ?? [];
      return id && token ? [{ id, token }] : [];
    });
  }
  /** The link that was mailed to an address, other than one that was sent before. */
  async function readLink(email: string, before = "") {
    const find = async () => (await readLinks(email)).find(({ token }) => token !== before);
    await expect.poll(find).toBeDefined();
    return getFirst([await find()].flatMap((link) => link ?? []));
  }
  const answer = (
    how: "accept" | "decline",
    as: Person,
    { id, token }: { id: string; token?: string },
  ) => app.call("POST", `/api/helping/${id}/${how}`, { as: as.token, body: { token } });

  /** Somebody who has accepted to help with a car. */
  async function newHelper(
    host: Person,
    carId: string,
    rights: readonly HelperRight[],
  ): Promise<Person & { helperId: string }> {
    const helper = await makePerson(app, { firstName: "Dwight" });
    expect((await invite(host, helper.email, carId, rights)).status).toBe(200);
    const link = await readLink(helper.email);
    expect((await answer("accept", helper, link)).status).toBe(200);
    return { ...helper, helperId: link.id };
  }
  const carOf = async (bookingId: string): Promise<string> =>
    (
      await app.ctx.db
        .selectFrom("bookings")
        .select("car_id")
        .where("id", "=", bookingId)
        .executeTakeFirstOrThrow()
    ).car_id;
  const remove = (host: Person, helperId: string) =>
    app.call("DELETE", `/api/host/helpers/${helperId}`, { as: host.token });

  return { invite, readLink, answer, newHelper, remove, carOf };
}
