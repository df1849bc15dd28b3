// A bar chart without a library: one row of bars above their names, with a scale at the side.
// Screen readers see one image, so show the figures as a table beside it.
import { cx } from "../cx.ts";
import { scaleFor } from "./scale.ts";

export interface Bar {
  name: string;
  value: number;
}

export interface BarChartProps {
  /** The alternative text, with the figures. */
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** At most six characters, such as "$4.2K". */
  formatShort: (value: number) => string;
  className?: string;
}

/** The last bar is the current one. With many bars, the figures above them and most of each name
 *  on a phone are left out. A column narrower than its figure shows `formatShort` of it. */
export function BarChart({ label, bars, format, formatShort, className }: BarChartProps) {
  const values = bars.map(({ value }) => value);
  const ticks = scaleFor(Math.max(...values), Math.min(...values));
  const [top = 1, bottom = 0] = [ticks[0], ticks.at(-1)];
  const share = (value: number): string => `${(value / (top - bottom)) * 100}%`;
  const many = bars.length > 6;
  const column = "min-w-0 max-w-14 flex-1 text-center";
  return (
    <div
      role="img"
      aria-label={label}
      className={cx("grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs tabular-nums", className)}
    >
      <div className="flex h-52 flex-col justify-between text-right leading-none text-muted-foreground first:*:-translate-y-1/2 last:*:translate-y-1/2">
        {ticks.map((tick) => (
          <span key={tick}>{format(tick)}</span>
        ))}
      </div>
      <div className="@container relative flex h-52 justify-around gap-1">
        {ticks.map((tick) => (
          <span
            key={tick}
            className={cx(
              "absolute inset-x-0 border-t",
              tick === 0 && bottom < 0 ? "border-input" : "border-chart-grid",
            )}
            style={{ bottom: share(tick - bottom) }}
          />
        ))}
        {bars.map(({ name, value }, index) => (
          <div key={name} className={cx(column, "relative h-full font-bold")}>
            {!many && (
              <span
                className="absolute inset-x-0 flex justify-center pb-1 whitespace-nowrap"
                style={{ bottom: share(Math.max(value, 0) - bottom) }}
              >
                <span className="@max-[30rem]:hidden">{format(value)}</span>
                <span className="@[30rem]:hidden">{formatShort(value)}</span>
              </span>
            )}
            <span
              className={cx(
                "absolute inset-x-0",
                value < 0 ? "rounded-b-[.4rem]" : "rounded-t-[.4rem]",
                index === bars.length - 1 ? "bg-chart-1" : "bg-chart-2",
              )}
              style={{ bottom: share(Math.min(value, 0) - bottom), height: share(Math.abs(value)) }}
            />
          </div>
        ))}
      </div>
      <div className="col-start-2 flex justify-around gap-1 pt-2 text-muted-foreground">
        {bars.map(({ name }) => (
          <span key={name} className={column}>
            {many ? (
              <>
                {name.charAt(0)}
                <span className="max-sm:hidden">{name.slice(1)}</span>
              </>
            ) : (
              name
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
