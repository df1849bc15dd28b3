// A field for a range of days: one or two buttons that show it, and a calendar, fetched on hover or
// focus, that opens below. The caller supplies all texts and decides which days may be picked.
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { CalendarPanelProps } from "./calendar-panel.tsx";
import { roomForTwoMonths, type CalendarRoom } from "./calendar-room.ts";
import { cx } from "../cx.ts";
import { useEarlyPress } from "../early-press.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Icon } from "../icon.tsx";

export interface PickedRange {
  start: CalendarDate | null;
  end: CalendarDate | null;
}
/** The end of the range that the next pick sets. */
export type RangeSide = keyof PickedRange;

export interface DateRangeFieldProps {
  /** The id of the start button; the end button's has the suffix "-end". */
  id: string;
  value: PickedRange;
  onChange: (value: PickedRange) => void;
  /** Which side is being picked; null while the calendar is closed. */
  picking: RangeSide | null;
  onPicking: (side: RangeSide | null) => void;
  /** The labels of both buttons and of the calendar. */
  labels: Record<RangeSide, string>;
  /** Shown in the calendar while a side is being picked. */
  hints: Record<RangeSide, string>;
  /** Formats a day. */
  format: (day: CalendarDate) => string;
  /** Uses one button for both days: its label, and the whole range as text. */
  single?: { label: string; text: string };
  today: CalendarDate;
  last: CalendarDate;
  mayPick: (day: CalendarDate, side: RangeSide, value: PickedRange) => boolean;
  isTaken?: (day: CalendarDate) => boolean;
  /** The calendar pushes the content below down instead of floating over it; on phones it always
   *  does. */
  inline?: boolean;
  /** Without a box around the two buttons, because they are already in one. */
  plain?: boolean;
  /** Shown below the calendar. */
  children?: ReactNode;
}

type ButtonProps = ComponentProps<"button">;

const loadPanel = () => import("./calendar-panel.tsx");
const CalendarPanel = lazy<(props: CalendarPanelProps) => ReactNode>(() =>
  loadPanel().catch(() => ({
    default: () => (
      <p className="text-sm">
        We couldn&rsquo;t load the calendar. Check your connection and reload the page.
      </p>
    ),
  })),
);

const preloadPanel = () => void loadPanel().catch(() => undefined);

export function DateRangeField(props: DateRangeFieldProps) {
  const { id, value, onChange, picking, onPicking, labels, single, mayPick } = props;
  const { box, byKey } = usePressElsewhere(picking !== null, () => onPicking(null));

  const close = (returnTo: RangeSide) => {
    onPicking(null);
    document.getElementById(single || returnTo === "start" ? id : `${id}-end`)?.focus();
  };
  const pick = (day: CalendarDate) => {
    if (picking === "start") {
      const keepsEnd = value.end !== null && mayPick(value.end, "end", { start: day, end: null });
      onChange({ start: day, end: keepsEnd ? value.end : null });
      onPicking("end");
      return;
    }
    onChange({ ...value, end: day });
    if (value.start === null) onPicking("start");
    else close("end");
  };
  const trigger = (side: RangeSide): ButtonProps => ({
    id: side === "start" ? id : `${id}-end`,
    "aria-expanded": single ? picking !== null : picking === side,
    "aria-controls": picking ? `${id}-calendar` : undefined,
    onPointerEnter: preloadPanel,
    onFocus: preloadPanel,
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only closes
    <div
      ref={box}
      role="group"
      {...(single
        ? { "aria-labelledby": `${id}-label` }
        : { "aria-label": `${labels.start} and ${labels.end.toLowerCase()}` })}
      className="relative grid min-w-0 content-start gap-[.4rem]"
      data-escape={picking !== null || undefined}
      onBlur={({ relatedTarget }) => {
        if (byKey.current && relatedTarget instanceof Node && !box.current?.contains(relatedTarget))
          onPicking(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !picking) return;
        event.stopPropagation();
        close(picking);
      }}
    >
      {single ? (
        <SingleButton
          id={id}
          {...single}
          isEmpty={!value.start}
          trigger={trigger("start")}
          onPress={() => onPicking("start")}
        />
      ) : (
        <SideButtons {...props} trigger={trigger} />
      )}
      {picking && <OpenCalendar {...props} picking={picking} onPick={pick} />}
    </div>
  );
}

/** Closes the calendar by a press elsewhere, but only after the press: on a phone everything below
 *  moves up then, and the press would hit something else. */
function usePressElsewhere(isOpen: boolean, onElsewhere: () => void) {
  const box = useRef<HTMLDivElement>(null);
  /** Whether the last input was a key. */
  const byKey = useRef(false);
  const closeNow = useEffectEvent(onElsewhere);
  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = () => void (byKey.current = false);
    const onKeyDown = () => void (byKey.current = true);
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) closeNow();
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    document.addEventListener("keydown", onKeyDown, true);
    document.addEventListener("click", onClick, true);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true);
      document.removeEventListener("keydown", onKeyDown, true);
      document.removeEventListener("click", onClick, true);
    };
  }, [isOpen]);
  return { box, byKey };
}

interface SingleButtonProps {
  id: string;
  label: string;
  text: string;
  isEmpty: boolean;
  trigger: ButtonProps;
  onPress: () => void;
}

function SingleButton({ id, label, text, isEmpty, trigger, onPress }: SingleButtonProps) {
  const press = useEarlyPress(onPress);
  return (
    <>
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <button
        type="submit"
        {...press}
        {...trigger}
        aria-labelledby={`${id}-label ${id}-text`}
        className="control flex items-center gap-[.6rem] text-left"
      >
        <Icon name="calendar-days" className="flex-none text-muted-foreground" />
        <span id={`${id}-text`} className={cx("truncate", isEmpty && "text-muted-foreground")}>
          {text}
        </span>
      </button>
    </>
  );
}

interface SideButtonsProps extends DateRangeFieldProps {
  trigger: (side: RangeSide) => ButtonProps;
}

function SideButtons({ value, picking, onPicking, ...props }: SideButtonsProps) {
  const { labels, format, plain, trigger } = props;
  const presses = {
    start: useEarlyPress(() => onPicking("start")),
    end: useEarlyPress(() => onPicking("end")),
  };
  return (
    <div
      className={cx(
        "grid grid-cols-2",
        !plain && "rounded-md shadow-[inset_0_0_0_1px_var(--input)]",
      )}
    >
      {(["start", "end"] as const).map((side) => {
        const day = value[side];
        return (
          <button
            key={side}
            type="submit"
            {...presses[side]}
            {...trigger(side)}
            className={cx(
              "min-h-14 px-[.9rem] py-[.6rem] text-left hover:bg-surface-2 focus-visible:rounded-md",
              side === "start"
                ? "rounded-l-md"
                : cx("rounded-r-md border-l", plain ? "border-border" : "border-input"),
              picking === side && "rounded-md shadow-[inset_0_0_0_2px_var(--ring)]",
            )}
          >
            <span className="block text-xs text-muted-foreground">{labels[side]}</span>{" "}
            <b className={cx("font-medium", !day && "text-muted-foreground")}>
              {day ? format(day) : "Choose"}
            </b>
          </button>
        );
      })}
    </div>
  );
}

interface OpenCalendarProps extends DateRangeFieldProps {
  picking: RangeSide;
  onPick: (day: CalendarDate) => void;
}

function OpenCalendar({ picking, onPick, value, ...props }: OpenCalendarProps) {
  const { id, labels, hints, today, last, isTaken, mayPick, onChange, onPicking } = props;
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<CalendarRoom>(null);
  useLayoutEffect(() => {
    if (!props.inline) setRoom(roomForTwoMonths(box.current?.parentElement));
  }, [props.inline]);
  return (
    <div
      ref={box}
      id={`${id}-calendar`}
      role="group"
      aria-label={labels[picking]}
      // A press on a day that cannot be picked keeps the focus here and the calendar open.
      tabIndex={-1}
      className={cx(
        "grid gap-3 rounded-lg bg-surface p-4",
        props.inline
          ? "shadow-panel"
          : "shadow-panel md:absolute md:top-full md:z-20 md:mt-2 md:max-w-[calc(100vw-2rem)] md:shadow-float",
        !props.inline && (room ? "md:w-[44rem]" : "md:w-[22rem]"),
        !props.inline && (room === "right" ? "md:right-0" : "md:left-0"),
      )}
    >
      <Suspense fallback={<Skeleton className="h-[21rem] rounded-md" />}>
        <CalendarPanel
          label={labels[picking]}
          hint={hints[picking]}
          start={value.start}
          end={value.end}
          months={room ? 2 : 1}
          onPick={onPick}
          onClear={() => {
            onChange({ start: null, end: null });
            onPicking("start");
          }}
          today={today}
          last={last}
          isDisabled={(day) => !mayPick(day, picking, value)}
          isTaken={isTaken}
        />
      </Suspense>
      {props.children}
    </div>
  );
}
