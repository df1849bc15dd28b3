import { expect, test } from "vitest";
import { personalTopic } from "./live.ts";

test("what one person is told nobody else is, and no admin as such", () => {
  const topics = ["a", "b"].map(personalTopic);
  expect(new Set([...topics, "admins"]).size).toBe(3);
  expect(topics[0]).toBe("user:a");
});
