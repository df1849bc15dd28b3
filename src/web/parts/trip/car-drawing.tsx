// A drawing of the car from above, with its doors and wheels at the sides. The marks are numbered,
// and a tap chooses a part. The form beside it has a list of the same parts for the keyboard.
import type { MarkPart } from "../../../domain/trip/entry.ts";
import { formatCounted } from "../../../domain/text/format.ts";
import { cx } from "../../ui/cx.ts";

interface Shape {
  part: MarkPart;
  path: string;
  /** Where the numbers of its marks are. */
  at: readonly [x: number, y: number];
}

/** The parts between the two sides of the car. */
const MIDDLE: readonly Shape[] = [
  {
    part: "front_bumper",
    at: [150, 26],
    path: "M86 44C94 22 124 14 150 14S206 22 214 44L210 54C190 44 170 42 150 42S110 44 90 54Z",
  },
  {
    part: "bonnet",
    at: [150, 84],
    path: "M90 54C110 44 130 42 150 42S190 44 210 54L214 132C194 122 174 118 150 118S106 122 86 132Z",
  },
  {
    part: "windscreen",
    at: [150, 140],
    path: "M86 132C106 122 126 118 150 118S194 122 214 132L202 168C184 162 168 160 150 160S116 162 98 168Z",
  },
  {
    part: "roof",
    at: [150, 228],
    path: "M98 168C116 162 132 160 150 160S184 162 202 168L204 296C186 302 168 304 150 304S114 302 96 296Z",
  },
  {
    part: "rear_window",
    at: [150, 320],
    path: "M96 296C114 302 132 304 150 304S186 302 204 296L212 328C192 336 172 338 150 338S108 336 88 328Z",
  },
  {
    part: "boot",
    at: [150, 354],
    path: "M88 328C108 336 128 338 150 338S192 336 212 328L212 362C192 370 172 372 150 372S108 370 88 362Z",
  },
  {
    part: "rear_bumper",
    at: [150, 385],
    path: "M88 362C108 370 128 372 150 372S192 370 212 362C214 378 206 390 192 394C164 400 136 400 108 394C94 390 86 378 88 362Z",
  },
];

/** The parts of the left side. The right side mirrors them. */
const SIDE = [
  { name: "front_wing", at: [46, 100], path: "M40 58L60 54V136H32V86Z" },
  { name: "front_door", at: [46, 174], path: "M32 140H60V212H32Z" },
  { name: "rear_door", at: [46, 252], path: "M32 216H60V288H32Z" },
  { name: "rear_wing", at: [46, 326], path: "M32 292H60V372L40 368L32 340Z" },
  { name: "front_wheel", at: [16, 96], path: "M8 74H24V118H8Z" },
  { name: "rear_wheel", at: [16, 330], path: "M8 308H24V352H8Z" },
] as const;

const WIDTH = 300;
const SHAPES: readonly Shape[] = [
  ...MIDDLE,
  ...SIDE.map(({ name, at, path }): Shape => ({ part: `left_${name}`, at, path })),
  ...SIDE.map(({ name, at: [x, y], path }): Shape => ({
    part: `right_${name}`,
    at: [WIDTH - x, y],
    path,
  })),
];

export interface CarDrawingProps {
  /** The part of each mark, in the order of their numbers. */
  marks: readonly MarkPart[];
  chosen?: MarkPart | "";
  /** Absent if the drawing only shows marks. */
  onChoose?: (part: MarkPart) => void;
}

export const CarDrawing = ({ marks, chosen, onChoose }: CarDrawingProps) => (
  <svg
    viewBox={`0 0 ${WIDTH} 410`}
    role="img"
    aria-label={`Drawing of the car from above, with ${formatCounted(marks.length, "mark", "marks")}`}
    className="w-full max-w-72 justify-self-center"
  >
    {SHAPES.map(({ part, path }) => (
      <path
        key={part}
        d={path}
        data-part={part}
        transform={part.startsWith("right_") ? `matrix(-1 0 0 1 ${WIDTH} 0)` : undefined}
        strokeWidth={chosen === part ? 3 : 1.5}
        className={cx(
          chosen === part ? "fill-secondary stroke-primary" : "fill-surface stroke-input",
          onChoose && "cursor-pointer",
        )}
        onClick={() => onChoose?.(part)}
      />
    ))}
    {SHAPES.flatMap(({ part, at: [x, y] }) => {
      const numbers = marks.flatMap((each, index) => (each === part ? [index + 1] : []));
      return numbers.length === 0
        ? []
        : [
            <g key={part} className="pointer-events-none">
              <circle cx={x} cy={y} r={12} className="fill-highlight" />
              <text
                x={x}
                y={y + 4}
                textAnchor="middle"
                className="fill-highlight-foreground text-[12px] font-bold"
              >
                {numbers.length === 1 ? numbers[0] : `${numbers[0]}+`}
              </text>
            </g>,
          ];
    })}
  </svg>
);
