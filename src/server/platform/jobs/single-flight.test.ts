// Tests that concurrent callers share runs of the same work.
import { expect, test } from "vitest";
import { singleFlight } from "./single-flight.ts";

/** Work that ends when the test says so; `begun` counts its runs. */
function slowWork() {
  const ends: PromiseWithResolvers<void>[] = [];
  return {
    work: (): Promise<void> => {
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
    begun: () => ends.length,
    end: (tick: number) => ends[tick]!.resolve(),
    fail: (tick: number) => ends[tick]!.reject(new Error("no luck")),
  };
}
const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("lets callers that arrive during a run share the next one", async () => {
  const owner = {};
  const { work, begun, end } = slowWork();
  const first = singleFlight(owner, "a", work);
  let late = 0;
  const others = Array.from({ length: 5 }, () => singleFlight(owner, "a", work).then(() => late++));
  expect(begun()).toBe(1);
  end(0);
  await first;
  await nextTick();
  expect([begun(), late]).toEqual([2, 0]);
  const last = singleFlight(owner, "a", work);
  end(1);
  await Promise.all(others);
  await nextTick();
  expect(begun()).toBe(3);
  end(2);
  await last;
  await nextTick();
  void singleFlight(owner, "a", work);
  expect(begun()).toBe(4);
});

test("does not block other keys and other owners", () => {
  const [one, two] = [{}, {}];
  const { work, begun } = slowWork();
  void singleFlight(one, "a", work);
  void singleFlight(one, "b", work);
  void singleFlight(two, "a", work);
  expect(begun()).toBe(3);
});

test("fails a run for everyone who shares it and for nobody else", async () => {
  const owner = {};
  const { work, end, fail } = slowWork();
  const first = singleFlight(owner, "a", work);
  const others = [singleFlight(owner, "a", work), singleFlight(owner, "a", work)];
  const outcomes = Promise.allSettled(others);
  fail(0);
  await expect(first).rejects.toThrow("no luck");
  await nextTick();
  const last = singleFlight(owner, "a", work);
  fail(1);
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await nextTick();
  end(2);
  await last;
});

test("stops waiting for a run that does not end", async () => {
  const owner = {};
  const { work, begun, end } = slowWork();
  const share = (): Promise<void> => singleFlight(owner, "a", work, 20);
  void share();
  const second = share();
  await expect.poll(begun).toBe(2);
  const third = share();
  end(1);
  await second;
  await expect.poll(begun).toBe(3);
  end(0); // late: it must not clear the newer run
  await nextTick();
  const fourth = share();
  expect(begun()).toBe(3);
  end(2);
  await third;
  await expect.poll(begun).toBe(4);
  end(3);
  await fourth;
});
