// The top of the home page: the islands from the sea chart, and the search.
import { Link } from "react-router";
import depthChart from "../../../assets/depth-chart.svg";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { HeroSearch } from "./hero-search.tsx";

export function Hero() {
  return (
    <section className="on-deep relative bg-deep text-deep-foreground">
      <div className="absolute inset-0 overflow-hidden">
        <img
          src={depthChart}
          alt=""
          width={2130}
          height={1060}
          fetchPriority="high"
          className="hero-art"
        />
      </div>
      <div className="page-wrap relative flex flex-col justify-center pt-10 pb-36 md:pt-16 md:pb-80 min-[77.5rem]:min-h-[min(46rem,86vh)] min-[77.5rem]:py-[clamp(3rem,6vw,6rem)]">
        <h1 className="max-w-[11em] text-4xl leading-none tracking-[-.03em]">
          Drive the islands like you live here.
        </h1>
        <p className="mt-5 max-w-[33rem] text-[clamp(1.125rem,1rem+.5vw,1.3125rem)] leading-[1.45] text-deep-foreground/90">
          Cars from local hosts in Nassau, Freeport, Exuma and the Out Islands. Pick your dates to
          see the full price, fees included.
        </p>
        <HeroSearch />
        <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="text-deep-foreground/90">Own a car?</span>
          <Button asChild variant="outline" size="small">
            <Link to={paths.auth({ mode: "signup", type: "host" })}>Become a Host</Link>
          </Button>
        </p>
      </div>
    </section>
  );
}
