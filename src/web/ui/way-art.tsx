// Two cays and the way between them, not travelled yet: the picture of a list of trips that is empty.

const WEST = "M40 88c8-18 34-24 56-18 16 4 22 14 16 24-8 13-72 16-72-6z";
const EAST = "M150 62c6-14 26-20 42-14 12 4 14 16 6 24-12 11-54 10-48-10z";

export function WayArt() {
  return (
    <svg viewBox="0 0 240 150" aria-hidden="true" className="h-auto w-full">
      <g fill="none" strokeLinejoin="round">
        {[WEST, EAST].map((cay) => (
          <path key={cay} d={cay} strokeWidth="44" className="fill-(--map-bank) stroke-(--map-bank)" />
        ))}
        {[WEST, EAST].map((cay) => (
          <path key={cay} d={cay} strokeWidth="20" className="fill-(--map-shoal) stroke-(--map-shoal)" />
        ))}
        {[WEST, EAST].map((cay) => (
          <path key={cay} d={cay} strokeWidth="2" className="fill-(--map-land) stroke-(--map-land-edge)" />
        ))}
        <path
          d="M74 88c22-2 26 16 50 12 20-3 16-34 48-38"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray="1 7"
          className="stroke-foreground"
        />
        <circle cx="74" cy="88" r="4" className="fill-foreground" />
        <circle cx="174" cy="61" r="6" className="fill-highlight" />
      </g>
    </svg>
  );
}
