import { expect, test } from "vitest";
import { LIVE_EVENT, personalTopic } from "./live.ts";

test("gives each person a topic of their own, different from the admins' topic", () => {
  const topics = ["a", "b"].map(personalTopic);
  expect(new Set([...topics, "admins"]).size).toBe(3);
  expect(topics[0]).toBe("user:a");
});

test("names the event that open pages listen for", () => {
  expect(LIVE_EVENT).toBe("changed");
});
