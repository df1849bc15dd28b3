import { expect, test } from "vitest";
import { personalTopic } from "./live.ts";

test("gives each person a topic of their own, different from the admins' topic", () => {
  const topics = ["a", "b"].map(personalTopic);
  expect(new Set([...topics, "admins"]).size).toBe(3);
  expect(topics[0]).toBe("user:a");
});
