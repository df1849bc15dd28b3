// A cay with a road that ends at the last place looked at: the picture of an empty search.

export function NoCarsArt() {
  const bank = "M52 92c14-34 52-44 86-34 30 9 52 6 58 22 8 20-30 36-74 36-40 0-78-4-70-24z";
  return (
    <svg viewBox="0 0 240 150" aria-hidden="true" className="h-auto w-full">
      <g fill="none" strokeLinejoin="round">
        <path d={bank} strokeWidth="44" className="fill-(--map-bank) stroke-(--map-bank)" />
        <path d={bank} strokeWidth="20" className="fill-(--map-shoal) stroke-(--map-shoal)" />
        <path
          d="M62 90c12-24 44-32 74-24 26 8 44 8 50 18 6 14-26 24-64 24-36 0-66-2-60-18z"
          strokeWidth="2"
          className="fill-(--map-land) stroke-(--map-land-edge)"
        />
        <path
          d="M82 94c20-18 40 8 60-6 10-7 16-8 28-4"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray="1 7"
          className="stroke-foreground"
        />
        <circle cx="176" cy="86" r="6" className="fill-highlight" />
      </g>
    </svg>
  );
}
