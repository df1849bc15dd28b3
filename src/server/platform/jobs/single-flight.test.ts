import { expect, test } from "vitest";
import { inSharedTurn } from "./single-flight.ts";

/** Work that ends when it is told to; `begun` counts its turns. */
function slowWork() {
  const ends: PromiseWithResolvers<void>[] = [];
  return {
    work: (): Promise<void> => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
    begun: () => ends.length,
    end: (turn: number) => ends[turn]!.resolve(),
    fail: (turn: number) => ends[turn]!.reject(new Error("no luck")),
  };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("who comes while it is under way shares one turn after it, never the one that has begun", async () => {
  const owner = {};
  const { work, begun, end } = slowWork();
  const first = inSharedTurn(owner, "a", work);
  let late = 0;
  const others = Array.from({ length: 5 }, () => inSharedTurn(owner, "a", work).then(() => late++));
  expect(begun()).toBe(1);
  end(0);
  await first;
  await turn();
  expect([begun(), late]).toEqual([2, 0]);
  const last = inSharedTurn(owner, "a", work);
  end(1);
  await Promise.all(others);
  await turn();
  expect(begun()).toBe(3);
  end(2);
  await last;
  await turn();
  void inSharedTurn(owner, "a", work);
  expect(begun()).toBe(4);
});

test("other keys and other owners wait for nobody", () => {
  const [one, two] = [{}, {}];
  const { work, begun } = slowWork();
  void inSharedTurn(one, "a", work);
  void inSharedTurn(one, "b", work);
  void inSharedTurn(two, "a", work);
  expect(begun()).toBe(3);
});

test("a turn that fails fails for all who share it, and for nobody else", async () => {
  const owner = {};
  const { work, end, fail } = slowWork();
  const first = inSharedTurn(owner, "a", work);
  const others = [inSharedTurn(owner, "a", work), inSharedTurn(owner, "a", work)];
  const outcomes = Promise.allSettled(others);
  fail(0);
  await expect(first).rejects.toThrow("no luck");
  await turn();
  const last = inSharedTurn(owner, "a", work);
  fail(1);
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await turn();
  end(2);
  await last;
});

test("work that does not end holds up who comes after it for a while only", async () => {
  const owner = {};
  const { work, begun, end } = slowWork();
  const share = (): Promise<void> => inSharedTurn(owner, "a", work, 20);
  void share();
  const second = share();
  await expect.poll(begun).toBe(2);
  const third = share();
  end(1);
  await second;
  await expect.poll(begun).toBe(3);
  end(0); // late, and nobody's turn is forgotten for it
  await turn();
  const fourth = share();
  expect(begun()).toBe(3);
  end(2);
  await third;
  await expect.poll(begun).toBe(4);
  end(3);
  await fourth;
});
