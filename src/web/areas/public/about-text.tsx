// About: the origin of the company, its values, and the two ways to take part.
import { Link } from "react-router";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import coastSmall from "../../assets/coast-road-800.webp";
import coast from "../../assets/coast-road-1600.webp";
import { CLAIMS } from "../../parts/page/claims.ts";
import { HOST_SHARE } from "../../parts/booking/fee-rates.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon-names.ts";
import { Icon } from "../../ui/icon.tsx";

const VALUES: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "shield-check",
    title: "Safety First",
    text: `${CLAIMS.curatedFleet.says} Phone numbers and email addresses stay private until a booking is approved.`,
  },
  {
    icon: "heart-handshake",
    title: "Community",
    text: `Hosts keep ${HOST_SHARE} of every rental, so the money stays on the island.`,
  },
  {
    icon: "gem",
    title: "Quality",
    text: "We review every listing before anyone can book it.",
  },
  {
    icon: "sparkles",
    title: "Excellence",
    text: "Exact prices, no double bookings, and answers when you need them.",
  },
];

export default function AboutText() {
  return (
    <>
      <div className="page-wrap grid gap-10 pt-10 pb-(--section) md:pt-16">
        <header className="grid gap-4">
          <h1 className="max-w-[14em] text-4xl leading-none tracking-[-.03em]">
            Island cars, from island people.
          </h1>
          <p className="max-w-[38rem] text-lg text-muted-foreground">
            {PRODUCT_NAME} brings together people in The Bahamas who own a car and people who need
            one for a few days. Pronounced “key drive”, the way locals say “cay”.
          </p>
        </header>
        <img
          src={coast}
          srcSet={`${coastSmall} 800w, ${coast} 1600w`}
          sizes="(min-width: 82rem) 77.5rem, 100vw"
          alt="A coral convertible on a coast road, with sloops on the water and a striped lighthouse on the hill."
          width={1600}
          height={800}
          fetchPriority="high"
          className="aspect-2/1 w-full rounded-xl object-cover object-[72%_100%] max-sm:aspect-3/2"
        />
        <section
          aria-labelledby="story"
          className="grid gap-6 md:mt-10 lg:grid-cols-[1fr_2fr] lg:gap-16"
        >
          <h2 id="story" className="text-3xl leading-[1.1] tracking-display">
            Our story
          </h2>
          <div className="grid max-w-[42rem] gap-4 text-lg">
            <p>
              The islands have more cars than rental counters. Many sit in the yard all week, and on
              the smaller islands there&apos;s no counter at all: you ask at the dock, and
              someone&apos;s cousin has a jeep.
            </p>
            <p>
              {PRODUCT_NAME} makes it simple and fair. Owners set their price and say when the car
              is available. Visitors see the full price before booking and pay by card, and
              they&apos;re only charged once the host approves. No one waits at the airport with an
              envelope of cash.
            </p>
            <p>
              The Bahamas is our home. Dates are Nassau dates, and your host knows where the road
              floods. We&apos;re upfront about prices, and we&apos;re here when something goes
              wrong.
            </p>
          </div>
        </section>
      </div>
      <Values />
      <TakePart />
    </>
  );
}

const Values = () => (
  <section aria-labelledby="values" className="bg-surface-2 py-(--section)">
    <div className="page-wrap">
      <h2 id="values" className="text-3xl leading-[1.1] tracking-display">
        What we stand for
      </h2>
      <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {VALUES.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-5">
            <Icon name={icon} size={28} className="mt-1 flex-none text-link" />
            <div className="grid content-start gap-1">
              <h3 className="text-xl">{title}</h3>
              <p className="max-w-[30rem] text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

const TakePart = () => (
  <section aria-label="Take part" className="page-wrap grid gap-6 py-(--section) md:grid-cols-2">
    <div className="grid content-start justify-items-start gap-3 rounded-lg bg-surface p-6 shadow-panel md:p-10">
      <h2 className="text-2xl">Own a car?</h2>
      <p className="mb-4 text-muted-foreground">
        List it for free, set your price, and decide who drives it.
      </p>
      <Button asChild size="large" className="mt-auto">
        <Link to={paths.auth({ mode: "signup", type: "host" })}>Become a Host</Link>
      </Button>
    </div>
    <div className="grid content-start justify-items-start gap-3 rounded-lg bg-surface p-6 shadow-panel md:p-10">
      <h2 className="text-2xl">Need one?</h2>
      <p className="mb-4 text-muted-foreground">
        Browse every island. You only need an account to book.
      </p>
      <Button asChild size="large" variant="outline" className="mt-auto">
        <Link to={paths.browse()}>Browse Cars</Link>
      </Button>
    </div>
  </section>
);
