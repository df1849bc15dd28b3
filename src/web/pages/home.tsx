// The home page: what this is, and the way to the cars.
import { Search } from "lucide-react";
import { Link } from "react-router";
import depthChart from "../assets/depth-chart.svg";
import { pageMeta } from "../lib/page-meta.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";

export const meta = () =>
  pageMeta(
    "Cars from local hosts in The Bahamas",
    "Rent a car from a local host in Nassau, Freeport, Exuma and the Out Islands. With your dates, prices include all fees.",
  );

const STEPS = [
  { title: "Search and choose", text: "Pick an island and your dates, and see each car's whole price, fees included." },
  { title: "Book securely", text: "Pay by card. You are not charged until the host approves." },
  { title: "Hit the road", text: "Meet your host, take the key, keep to the left." },
];

export default function HomePage() {
  return (
    <>
      <Hero />
      <section className="bg-surface-2 py-(--section)">
        <div className="page-wrap">
          <h2 className="text-3xl leading-[1.1] tracking-display">How it works</h2>
          <ol className="steps mt-12">
            {STEPS.map(({ title, text }, index) => (
              <li key={title}>
                <span aria-hidden="true" className="step-number">
                  {index + 1}
                </span>
                <h3 className="mb-[.3rem] text-xl">{title}</h3>
                <p className="text-muted-foreground">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
    </>
  );
}

function Hero() {
  return (
    <section className="on-deep relative overflow-hidden bg-deep text-deep-foreground">
      <img src={depthChart} alt="" width={2130} height={1060} fetchPriority="high" className="hero-art" />
      <div className="page-wrap relative flex flex-col justify-center pt-10 pb-[17rem] md:pt-16 md:pb-80 min-[77.5rem]:min-h-[min(46rem,86vh)] min-[77.5rem]:py-[clamp(3rem,6vw,6rem)]">
        <h1 className="max-w-[11em] text-4xl leading-none tracking-[-.03em]">Drive the islands like you live here.</h1>
        <p className="mt-5 max-w-[33rem] text-[clamp(1.125rem,1rem+.5vw,1.3125rem)] leading-[1.45] text-deep-foreground/90">
          Cars from local hosts in Nassau, Freeport, Exuma and the Out Islands. Choose your dates, and the price
          includes all fees.
        </p>
        <Button asChild variant="sun" size="large" className="mt-10 md:self-start">
          <Link to={paths.browse()}>
            <Search aria-hidden="true" size={20} strokeWidth={1.75} />
            Find Your Car
          </Link>
        </Button>
      </div>
    </section>
  );
}
