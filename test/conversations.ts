// Helpers for tests of conversations, over HTTP.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Query } from "./api-responses.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";

/** The actions in an app's conversations. */
export function conversationCalls(app: TestApp) {
  const open = (by: Person, subject: object) =>
    app.call("POST", "/api/conversations", { as: by.token, body: subject });
  const send = (by: Person, conversation: string, body: unknown, id: string = randomUUID()) =>
    app.call("POST", `/api/conversations/${conversation}/messages`, {
      as: by.token,
      body: { id, body },
    });
  const thread = async (by: Person, conversation: string, query: Query = "") =>
    (await app.call("GET", `/api/conversations/${conversation}/messages${query}`, { as: by.token }))
      .body;
  const bodies = async (by: Person, conversation: string): Promise<string[]> =>
    (await thread(by, conversation)).messages.map(({ body }) => body);
  const read = (by: Person, conversation: string, seq: number) =>
    app.call("POST", `/api/conversations/${conversation}/read`, { as: by.token, body: { seq } });
  const list = async (by: Person, query: string) =>
    (await app.call("GET", `/api/conversations?${query}`, { as: by.token })).body;
  const unread = async (by: Person) =>
    (await app.call("GET", "/api/unread", { as: by.token })).body;
  const stored = (conversation: string) =>
    app.ctx.db
      .selectFrom("messages")
      .selectAll()
      .where("conversation_id", "=", conversation)
      .orderBy("seq")
      .execute();

  /** A new renter who asks a host a question about a new car. */
  async function question() {
    const renter = await makePerson(app, { firstName: "Alma" });
    const host = await makePerson(app, { roles: ["renter", "host"], firstName: "Bo" });
    const car = await makeListing(app, host, { booking_mode: "approval" });
    const { status, body } = await open(renter, { listing_id: car });
    expect(status).toBe(200);
    return { renter, host, car, id: body.id };
  }
  return { open, send, thread, bodies, read, list, unread, stored, question };
}
