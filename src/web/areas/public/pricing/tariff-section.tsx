// What can be added to a booking after the trip.
import { TariffList } from "../../../parts/booking/tariff/tariff-list.tsx";

export default function TariffSection() {
  return (
    <section
      id="later-charges"
      aria-labelledby="later-charges-title"
      className="page-wrap grid items-start gap-8 py-(--section) lg:grid-cols-[1fr_2fr] lg:gap-16"
    >
      <div className="grid gap-2">
        <h2 id="later-charges-title" className="text-3xl leading-[1.1] tracking-display">
          What can be added
        </h2>
        <p className="text-lg text-muted-foreground">
          The full list. Nothing else can be charged unless you ask for it.
        </p>
      </div>
      <TariffList />
    </section>
  );
}
