// The final call to action on the home page, over deep water.
import { Link } from "react-router";
import depthChart from "../../../assets/depth-chart.svg";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";

export function Closing() {
  return (
    <section aria-labelledby="closing" className="page-wrap py-(--section)">
      <div className="on-deep relative overflow-hidden rounded-xl bg-deep p-[clamp(2.5rem,6vw,5rem)] text-deep-foreground max-[77.49rem]:pb-52">
        <img
          src={depthChart}
          alt=""
          width={2130}
          height={1060}
          loading="lazy"
          className="hero-art max-[77.49rem]:!h-56"
        />
        <div className="relative">
          <h2 id="closing" className="max-w-[14em] text-3xl leading-[1.1] tracking-display">
            Your next beach is a short drive away.
          </h2>
          <p className="mt-3 max-w-[28rem] text-lg text-deep-foreground/90">
            Browse freely. You only need an account to book.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button asChild size="large" className="!bg-white !text-[#06242d] hover:!bg-white/90">
              <Link to={paths.browse()}>Explore Cars</Link>
            </Button>
            <Button asChild size="large" variant="outline">
              <Link to={paths.auth({ mode: "signup" })}>Get Started</Link>
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
