import { expect, test } from "vitest";
import { CONVERSATION_POLICY, partiesToConversation } from "./conversation.ts";
import { authorize, type Reader } from "./policy.ts";

const ADMIN: Reader = { id: "a", roles: ["admin"], adminRole: "support" };
const RENTER: Reader = { id: "r", roles: ["renter"] };

test("people are on their own side, and admins on the side of support in support conversations", () => {
  expect(partiesToConversation({ kind: "booking", side: "renter" }, RENTER)).toEqual(["renter"]);
  expect(partiesToConversation({ kind: "support", side: "renter" }, ADMIN)).toEqual(["renter"]);
  expect(partiesToConversation({ kind: "support", side: "support" }, ADMIN)).toEqual(["support"]);
  expect(partiesToConversation({ kind: "support", side: "support" }, RENTER)).toEqual([]);
  const finance = { ...ADMIN, adminRole: "finance" } as const;
  expect(partiesToConversation({ kind: "support", side: "support" }, finance)).toEqual([]);
  expect(partiesToConversation({ kind: "booking", side: "support" }, ADMIN)).toEqual([]);
});

test("support answers, the others send", () => {
  const { read, send, answer } = CONVERSATION_POLICY;
  for (const side of ["renter", "host", "support"])
    expect(authorize(read, [side], "conversation")).toBe(side);
  expect(authorize(send, ["host"], "conversation")).toBe("host");
  expect(authorize(send, ["renter"], "conversation")).toBe("renter");
  expect(() => authorize(send, ["support"], "conversation")).toThrow("forbidden");
  expect(authorize(answer, ["support"], "case")).toBe("support");
  expect(() => authorize(answer, ["renter"], "case")).toThrow("not_found");
});
