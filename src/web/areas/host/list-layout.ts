// Whether a host sees a list as rows or as cards, remembered in this browser.
import { useState } from "react";

export const LAYOUTS = ["rows", "cards"] as const;
export type ListLayout = (typeof LAYOUTS)[number];

type ListName = "bookings" | "listings";

const keyOf = (list: ListName): string => `caydrive.host-${list}-layout`;

function readLayout(list: ListName): ListLayout {
  try {
    return localStorage.getItem(keyOf(list)) === "rows" ? "rows" : "cards";
  } catch {
    return "cards"; // Storage is not allowed.
  }
}

export function useListLayout(list: ListName): [ListLayout, (layout: ListLayout) => void] {
  const [layout, setLayout] = useState(() => readLayout(list));
  const choose = (chosen: ListLayout) => {
    setLayout(chosen);
    try {
      localStorage.setItem(keyOf(list), chosen);
    } catch {
      // Storage is not allowed: the choice lasts as long as the page.
    }
  };
  return [layout, choose];
}
