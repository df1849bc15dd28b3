// An admin role changes only with the confirmation of a second owner, where there is one. The bank
// file, the other action for two, is tested in modules/payouts/two-admins.test.ts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { mailsTo } from "../../../../../test/people.ts";

let app: TestApp;
let ada: Person;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makePerson(app, { roles: ["renter", "admin"], firstName: "Ada" });
});
afterAll(() => app.close());

const post = <const P extends string>(path: P, body: object, as: Person) =>
  app.call("POST", path, { as: as.token, body });
const setRole = (as: Person, { id }: Person, role: string, granted = true) =>
  post(`/api/admin/users/${id}/roles`, { role, granted }, as);
const ask = async (as: Person, { id }: Person, role: string, granted = true) => {
  const body = { action: "role_change", subject_id: id, role, granted };
  return (await post("/api/admin/approvals", body, as)).body;
};
const decide = (id: string, as: Person, body: object) =>
  post(`/api/admin/approvals/${id}/decision`, body, as);
const confirm = (id: string, as: Person) => decide(id, as, { decision: "confirmed" });
const grants = (id: string) =>
  app.ctx.db
    .selectFrom("audit_events")
    .select(["actor_id", "after"])
    .where("subject_id", "=", id)
    .where("action", "in", ["account.role_grant", "account.role_revoke"])
    .orderBy("id")
    .execute();

test("changing an admin role takes a second owner, if there is one", async () => {
  const [bea, cleo] = [await makePerson(app, { firstName: "Bea" }), await makePerson(app)];
  // Ada is the only owner.
  expect((await setRole(ada, bea, "owner")).body.admin_role).toBe("owner");
  expect(await grants(bea.id)).toMatchObject([{ actor_id: ada.id, after: { confirmed_by: null } }]);

  const required = { status: 409, body: { code: "approval_required" } };
  expect(await setRole(ada, cleo, "support")).toMatchObject(required);
  const asked = await ask(ada, cleo, "support");
  expect((await mailsTo(app, bea.email))[0]?.text).toContain(
    "Ada Rolle wants to make Tamika Rolle a support admin.",
  );
  const bell = async (as: Person) =>
    (await app.call("GET", "/api/notifications", { as: as.token })).body.notifications;
  const request = { title: "Another admin needs your confirmation", path: "/admin" };
  expect(await bell(bea)).toMatchObject([{ ...request, is_read: false }]);
  expect(await confirm(asked.id, ada)).toMatchObject({ body: { code: "approval_own" } });
  expect((await confirm(asked.id, bea)).status).toBe(200);
  expect(await bell(bea)).toMatchObject([{ ...request, is_read: true }]);
  expect(await bell(ada)).toMatchObject([{ title: "Your request was confirmed", is_read: false }]);
  const profile = await app.call("GET", "/api/profile", { as: cleo.token });
  expect(profile.body.admin_role).toBe("support");
  expect(await grants(cleo.id)).toMatchObject([
    { actor_id: ada.id, after: { admin_role: "support", confirmed_by: "Bea Rolle" } },
  ]);
  // The role of a host takes one owner, and no support admin.
  expect((await setRole(ada, cleo, "host")).status).toBe(200);
  expect(await ask(cleo, bea, "owner", false)).toMatchObject({ code: "role_required" });

  // Ada can't remove the only other owner alone, and Bea decides nothing about her own role.
  expect(await setRole(ada, bea, "owner", false)).toMatchObject(required);
  const removal = await ask(ada, bea, "owner", false);
  for (const answer of [{ decision: "confirmed" }, { decision: "declined", reason: "No." }])
    expect((await decide(removal.id, bea, answer)).body).toMatchObject({ code: "approval_own" });
});

test("a confirmation is void once the requester is no longer an owner", async () => {
  const owners = { roles: ["renter" as const, "admin" as const] };
  const [dan, eve] = [await makePerson(app, owners), await makePerson(app, owners)];
  const asked = await ask(dan, await makePerson(app), "finance");
  const removed = await ask(ada, dan, "owner", false);
  expect((await confirm(removed.id, eve)).status).toBe(200);
  expect(await confirm(asked.id, eve)).toMatchObject({
    status: 409,
    body: { code: "approval_over" },
  });
});
