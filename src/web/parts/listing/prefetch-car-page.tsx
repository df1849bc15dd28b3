// Fetches the code of the car page while a list of cars is shown.
import { useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { isConnectionSlow } from "../../api/slow-connection.ts";
import { paths } from "../../paths.ts";

/** Waits until the browser is idle, and does nothing on a slow or metered connection.
 *  @param carId any car: their pages share the code */
export function PrefetchCarPage({ carId }: { carId: string }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (isConnectionSlow()) return;
    // Safari has no requestIdleCallback.
    if (!("requestIdleCallback" in window)) return void setTimeout(() => setIdle(true), 1000);
    const request = requestIdleCallback(() => setIdle(true));
    return () => cancelIdleCallback(request);
  }, []);
  return isIdle && <PrefetchPageLinks page={paths.book(carId)} />;
}
