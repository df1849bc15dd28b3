import { expect, test } from "vitest";
import { mayEnterHostArea, requireHost } from "./host-area.ts";
import type { Role } from "../person/roles.ts";

test.each<[Role[], boolean]>([
  [["renter"], false],
  [[], false],
  [["renter", "host"], true],
  [["renter", "admin"], true],
])("the roles %j open the host area: %s", (roles, opens) => {
  const reader = { id: "a", roles };
  expect(mayEnterHostArea(reader)).toBe(opens);
  if (opens) expect(() => requireHost(reader)).not.toThrow();
  else expect(() => requireHost(reader)).toThrow("forbidden");
});
