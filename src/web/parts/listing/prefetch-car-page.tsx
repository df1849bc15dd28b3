// Fetches the code of the car page once a visitor is about to open a car.
import { useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { isConnectionSlow } from "../../api/slow-connection.ts";
import { paths } from "../../paths.ts";

/** A visitor who points at a car, touches it or moves the focus to it may open it. */
const SIGNS = ["pointerover", "touchstart", "focusin"] as const;
const LINK_TO_A_CAR = `a[href^="${paths.book("")}"]`;

/** Does nothing on a slow or metered connection.
 *  @param carId any car: their pages share the code */
export function PrefetchCarPage({ carId }: { carId: string }) {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (isNeeded || isConnectionSlow()) return;
    const onSign = ({ target }: Event) => {
      if (target instanceof Element && target.closest(LINK_TO_A_CAR)) setNeeded(true);
    };
    for (const sign of SIGNS) document.addEventListener(sign, onSign, { passive: true });
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, onSign);
    };
  }, [isNeeded]);
  return isNeeded && <PrefetchPageLinks page={paths.book(carId)} />;
}
