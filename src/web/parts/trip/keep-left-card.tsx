// The rule of the road for a renter who may drive on the right at home.
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";

const RULES = [
  "Keep to the left. The middle of the road is on your right.",
  "Roundabouts go clockwise. Give way to the right.",
  "Turning right means crossing the oncoming lane. A left turn stays on your side.",
  "Look right first, on foot as well.",
];

export const KeepLeftCard = () => (
  <Panel as="section" aria-labelledby="trip-left" className="grid gap-4">
    <h2 id="trip-left" className="text-xl">
      Keep to the left
    </h2>
    <Roundabout />
    <ul className="grid gap-2">
      {RULES.map((rule) => (
        <li key={rule} className="flex gap-2">
          <Icon name="check" size={18} className="mt-1 flex-none" />
          {rule}
        </li>
      ))}
    </ul>
  </Panel>
);

const Roundabout = () => (
  <svg
    viewBox="0 0 220 170"
    role="img"
    aria-label="A roundabout from above: traffic keeps left and goes round clockwise"
    className="w-full max-w-72 rounded-md"
  >
    <rect width="220" height="170" fill="var(--map-land)" />
    <g fill="color-mix(in oklab, var(--foreground) 28%, var(--surface))">
      <rect x="86" width="48" height="170" />
      <rect y="61" width="220" height="48" />
      <circle cx="110" cy="85" r="56" />
    </g>
    <g stroke="var(--surface)" strokeWidth="2.5" strokeDasharray="7 6" fill="none">
      <path d="M110 0V26M110 144V170M0 85H52M168 85H220" />
    </g>
    <circle
      cx="110"
      cy="85"
      r="24"
      fill="var(--map-shoal)"
      stroke="var(--map-land-edge)"
      strokeWidth="2"
    />
    <g
      fill="none"
      stroke="var(--primary)"
      strokeWidth="4.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M98 164V134C80 126 70 108 70 86C70 62 86 48 98 42V14" />
      <path d="M90 21L98 11L106 21" />
    </g>
    <g transform="translate(91 146)">
      <rect width="14" height="22" rx="4" fill="var(--highlight)" />
      <path d="M2.5 6h9l-1 4h-7z" fill="var(--highlight-foreground)" opacity=".75" />
    </g>
    <g transform="translate(160 66)">
      <rect width="22" height="14" rx="4" fill="var(--surface)" stroke="var(--input)" />
    </g>
  </svg>
);
