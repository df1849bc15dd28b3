// A pickup that is recorded while the program can't be reached, in other engines.
import { bookTrip, signIn } from "../../test/demo-trip.ts";
import { RENTER, SEEDED_PASSWORD } from "../requests.ts";
import { ENGINES } from "./engines.ts";
import { expect, test } from "./fixtures.ts";

interface Trip {
  pickup: { marks: unknown[] };
}

/** The first of these that is free is booked; each engine has its own. */
const CARS_PER_ENGINE = 3;

for (const [index, engine] of ENGINES.entries())
  test.describe(engine.name, () => {
    test.skip(!engine.isInstalled(), "not installed");
    test.use({ engine });

    test("records a mark without the program, reloads, and sends it once", async ({
      site,
      visitor,
    }) => {
      const { session, call } = await signIn(site.url, {
        email: RENTER,
        password: SEEDED_PASSWORD,
      });
      const id = await bookTrip(call, CARS_PER_ENGINE * index);
      await visitor.open(`${site.url}/icon-192.png`);
      const store = (text: string) => localStorage.setItem("caydrive.session", text);
      await visitor.ask(store, JSON.stringify(session));
      const address = `${site.url}/bookings/${id}/trip`;
      await visitor.open(address);
      await visitor.sees("h1", /^Check-in is open$/);
      const isStored = () => {
        const page = window as unknown as { isStored?: boolean };
        void caches.match(location.pathname).then((found) => (page.isStored = !!found));
        return page.isStored === true;
      };
      await expect.poll(() => visitor.ask(isStored)).toBe(true);

      const connect = site.cutOff();
      await visitor.open(`${site.url}/bookings/${id}/trip?again`);
      await visitor.sees("h1", /^Check-in is open$/);
      await visitor.untilHydrated();
      await visitor.press("button", /^Add a mark$/);
      await visitor.press("[data-part=roof]");
      await visitor.fill(/^In your own words/, "By the antenna");
      const choose = () => {
        const select = document.querySelectorAll("select")[1];
        if (!select) return;
        select.value = "dent";
        select.dispatchEvent(new Event("change", { bubbles: true }));
      };
      await visitor.ask(choose);
      await visitor.press("button", /^Save the mark$/);
      await visitor.sees("summary", /^Not sent yet \(1\)$/);
      await visitor.open(address);
      await visitor.sees("summary", /^Not sent yet \(1\)$/);
      connect();
      await visitor.open(`${site.url}/bookings/${id}/trip?online`);
      await expect
        .poll(async () => (await call<Trip>("GET", `/api/bookings/${id}/trip`)).pickup.marks)
        .toHaveLength(1);
    });
  });
