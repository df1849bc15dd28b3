// Whether a host sees bookings as rows or as cards, remembered in this browser.
import { useState } from "react";

export const LAYOUTS = ["rows", "cards"] as const;
export type ListLayout = (typeof LAYOUTS)[number];

const KEY = "caydrive.host-bookings-layout";

function readLayout(): ListLayout {
  try {
    return localStorage.getItem(KEY) === "rows" ? "rows" : "cards";
  } catch {
    return "cards"; // Storage is not allowed.
  }
}

export function useListLayout(): [ListLayout, (layout: ListLayout) => void] {
  const [layout, setLayout] = useState(readLayout);
  const choose = (chosen: ListLayout) => {
    setLayout(chosen);
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // Storage is not allowed: the choice lasts as long as the page.
    }
  };
  return [layout, choose];
}
