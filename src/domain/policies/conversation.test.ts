import { expect, test } from "vitest";
import { CONVERSATION_POLICY, partiesToConversation } from "./conversation.ts";
import { authorize, type Reader } from "./policy.ts";

const ADMIN: Reader = { id: "a", roles: ["admin"], adminRole: "support" };
const RENTER: Reader = { id: "r", roles: ["renter"] };

test("people are on their own side, and admins on the side of support in support conversations", () => {
  const parties = (
    kind: "booking" | "support",
    side: "renter" | "host" | "support",
    reader: Reader,
    is_helper = false,
  ) => partiesToConversation({ kind, side, is_helper }, reader);
  expect(parties("booking", "renter", RENTER)).toEqual(["renter"]);
  expect(parties("support", "renter", ADMIN)).toEqual(["renter"]);
  expect(parties("support", "support", ADMIN)).toEqual(["support"]);
  expect(parties("support", "support", RENTER)).toEqual([]);
  expect(parties("support", "support", { ...ADMIN, adminRole: "finance" })).toEqual([]);
  expect(parties("booking", "support", ADMIN)).toEqual([]);
  expect(parties("booking", "host", RENTER, true)).toEqual(["helper"]);
});

test("support answers, the others send", () => {
  const { read, send, answer } = CONVERSATION_POLICY;
  for (const side of ["renter", "host", "helper", "support"])
    expect(authorize(read, [side], "conversation")).toBe(side);
  expect(authorize(send, ["host"], "conversation")).toBe("host");
  expect(authorize(send, ["renter"], "conversation")).toBe("renter");
  expect(authorize(send, ["helper"], "conversation")).toBe("helper");
  expect(() => authorize(send, ["support"], "conversation")).toThrow("forbidden");
  expect(authorize(answer, ["support"], "case")).toBe("support");
  expect(() => authorize(answer, ["renter"], "case")).toThrow("not_found");
});
