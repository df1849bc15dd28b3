// The look of ranges: colours, patterns and icons, so that colour is never the only cue.
import { cx } from "../../../ui/cx.ts";
import { LOOKS, type Look } from "./range-text.ts";
import { Icon } from "../../../ui/icon.tsx";

const COLOURS: Record<Look, string> = {
  booked: "bg-primary text-primary-foreground",
  waiting: "bg-tint-sun text-tint-sun-foreground shadow-[inset_0_0_0_1.5px_var(--highlight)]",
  blocked: "hatched text-foreground",
  outage: "bg-tint-conch text-tint-conch-foreground shadow-[inset_0_0_0_1.5px_var(--destructive)]",
  imported: "bg-surface text-foreground shadow-[inset_0_0_0_1.5px_var(--input)]",
};

/** The colours and pattern of a range. */
export const colourClass = (look: Look): string => COLOURS[look];

/** The icon of a range, or a warning if it conflicts with another calendar. */
export function RangeIcon({ look, conflict }: { look: Look; conflict: boolean }) {
  const icon = conflict ? "triangle-exclamation-point" : LOOKS[look].icon;
  return <Icon name={icon} size={15} className="flex-none" />;
}

/** A small square with the colours and icon of a range. */
export function Swatch({ look, conflict = false }: { look: Look; conflict?: boolean }) {
  return (
    <span
      className={cx("grid size-6 flex-none place-items-center rounded-[.4rem]", colourClass(look))}
    >
      <RangeIcon look={look} conflict={conflict} />
    </span>
  );
}

export function Legend({ className }: { className?: string }) {
  return (
    <ul className={cx("flex flex-wrap gap-x-4 gap-y-2 text-xs text-muted-foreground", className)}>
      {(Object.keys(LOOKS) as Look[]).map((look) => (
        <li key={look} className="flex items-center gap-[.4rem]">
          <Swatch look={look} />
          {LOOKS[look].label}
        </li>
      ))}
      <li className="flex items-center gap-[.4rem]">
        <span className="hatched hatched-faint size-6 rounded-[.4rem]" />
        Turnaround
      </li>
      <li className="flex items-center gap-[.4rem]">
        <span className="grid size-6 place-items-center rounded-[.4rem] bg-tint-conch text-tint-conch-foreground">
          <Icon name="triangle-exclamation-point" size={15} />
        </span>
        Conflict
      </li>
    </ul>
  );
}
