// What renters pay and what hosts keep, side by side.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { RENTER_CANCELLATION_HOURS } from "../../../../domain/booking/booking-deadlines.ts";
import { CLAIMS, INCLUDED_INSURANCE } from "../../../parts/page/claims.ts";
import {
  HOST_SHARE,
  PLATFORM_SHARE,
  PROCESSING_FEE,
  SERVICE_FEE,
} from "../../../parts/booking/fee-rates.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { IconName } from "../../../ui/icon-names.ts";

export default function Plans() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Plan
        title="For renters"
        figure={`+ ${SERVICE_FEE}`}
        unit={`of the rental, and ${PROCESSING_FEE} per booking`}
        text="Two fees on top of the daily rate, shown before you book."
        costs={[
          "The host's daily rate, which may differ by date",
          `A service fee of ${SERVICE_FEE} of the rental cost`,
          `A processing fee of ${PROCESSING_FEE} per booking`,
          "A meeting place and extras, if you choose any",
        ]}
        points={[
          `Free cancellation up to ${RENTER_CANCELLATION_HOURS} hours before pickup`,
          `Insurance included: ${INCLUDED_INSURANCE}`,
        ]}
      >
        <Button asChild size="large">
          <Link to={paths.browse()}>Browse Cars</Link>
        </Button>
      </Plan>
      <Plan
        title="For hosts"
        figure={HOST_SHARE}
        unit="of every rental is yours"
        text={`Listing is free. We keep a ${PLATFORM_SHARE} service fee, and only when your car is rented.`}
        costs={[`A ${PLATFORM_SHARE} service fee on each rental`]}
        points={[
          "You set your daily rate, weekend prices and discounts",
          `You keep ${HOST_SHARE} of rentals, meeting places and extras`,
          CLAIMS.weeklyPayouts.says,
          CLAIMS.hostIncome.says,
          "You decide who drives: instant book, or approve each request",
        ]}
      >
        <Button asChild size="large" variant="outline">
          <Link to={paths.auth({ mode: "signup", type: "host" })}>Become a Host</Link>
        </Button>
      </Plan>
    </div>
  );
}

interface PlanProps {
  title: string;
  figure: string;
  unit: string;
  text: string;
  /** What it costs. */
  costs: readonly string[];
  /** What is included. */
  points: readonly string[];
  children: ReactNode;
}

function Plan({ title, figure, unit, text, costs, points, children }: PlanProps) {
  return (
    <section className="grid content-start gap-6 rounded-lg bg-surface p-6 shadow-panel md:p-10">
      <div className="grid gap-3">
        <h2 className="text-xl">{title}</h2>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <b className="font-display text-4xl leading-none tracking-display tabular-nums">
            {figure}
          </b>
          <span className="text-muted-foreground">{unit}</span>
        </p>
        <p className="max-w-[30rem] text-lg text-muted-foreground">{text}</p>
      </div>
      <Points icon="receipt" points={costs} className="text-muted-foreground" />
      <Points icon="check" points={points} className="stroke-2 text-link" />
      <div className="mt-auto grid pt-2 sm:justify-items-start">{children}</div>
    </section>
  );
}

const Points = ({
  icon,
  points,
  className,
}: {
  icon: IconName;
  points: readonly string[];
  className: string;
}) => (
  <ul className="grid gap-3">
    {points.map((point) => (
      <li key={point} className="flex gap-3">
        <Icon name={icon} className={cx("mt-[.15rem] flex-none", className)} />
        {point}
      </li>
    ))}
  </ul>
);
