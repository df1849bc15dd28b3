// What is pressed and typed before the scripts arrive, in other engines.
import { ENGINES } from "./engines.ts";
import { expect, test } from "./fixtures.ts";
import { ENTER } from "./visitor.ts";

for (const engine of ENGINES)
  test.describe(engine.name, () => {
    test.skip(!engine.isInstalled(), "not installed");
    test.use({ engine });

    test("links and the search form work before the scripts arrive", async ({ site, visitor }) => {
      const release = site.holdScripts();
      await visitor.open(`${site.url}/browse`);
      await visitor.press("article h2 a");
      await visitor.arrives(/\/book\//);
      await visitor.open(`${site.url}/`);
      await visitor.fill(/^Where/, "Exuma");
      await visitor.type(ENTER);
      await visitor.arrives(/\/browse\?.*location=Exuma/);
      release();
    });

    test("a menu pressed early opens", async ({ site, visitor }) => {
      const release = site.holdScripts();
      await visitor.open(`${site.url}/`);
      await visitor.press("header button", /^Open menu$/);
      release();
      await visitor.sees("[role=dialog] a, :popover-open a", /^Browse/);
    });

    test("a theme chosen early is applied", async ({ site, visitor }) => {
      const release = site.holdScripts();
      await visitor.open(`${site.url}/`);
      await visitor.press("footer label", /^Dark$/);
      release();
      const readScheme = () => getComputedStyle(document.documentElement).colorScheme;
      await expect.poll(() => visitor.ask(readScheme)).toBe("dark");
    });

    test("typing goes on while the page hydrates", async ({ site, visitor }) => {
      const release = site.holdScripts();
      await visitor.open(`${site.url}/support`);
      await visitor.fill(/^Message/, "I left my sunglasses ");
      release();
      await visitor.type("in the car that I rented from Trevor.");
      await visitor.untilHydrated();
      await visitor.type(" Thank you");
      const read = () => document.querySelector("textarea")?.value;
      await expect
        .poll(() => visitor.ask(read))
        .toBe("I left my sunglasses in the car that I rented from Trevor. Thank you");
    });
  });
