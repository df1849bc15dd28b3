// The home page below the cars. It has no controls, so a first visit keeps the rendered HTML.
import { Closing } from "./closing.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Why } from "./why.tsx";

export default function BelowCars() {
  return (
    <>
      <Why />
      <HowItWorks />
      <Closing />
    </>
  );
}
