// The counter and the buttons over the photos of the lightbox.
import { useEffect, useRef, type ReactNode, type Ref } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";

interface LightboxControlsProps {
  /** The position of the photo on the screen. */
  shown: number;
  count: number;
  onClose: () => void;
  onPrevious: () => void;
  onNext: () => void;
}

export function LightboxControls({
  shown,
  count,
  onClose,
  onPrevious,
  onNext,
}: LightboxControlsProps) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <>
      <div className="absolute inset-x-0 top-[env(safe-area-inset-top)] flex h-16 items-center justify-between pr-[max(.75rem,env(safe-area-inset-right))] pl-[max(.75rem,env(safe-area-inset-left))] sm:px-5">
        <p
          role="status"
          className="rounded-full bg-photo-scrim px-3 py-1 text-sm font-medium tabular-nums"
        >
          {shown + 1} / {count}
        </p>
        <Tool ref={close} label="Close" onClick={onClose}>
          <Icon name="x" size={22} />
        </Tool>
      </div>
      {count > 1 && (
        <>
          <Tool
            label="Previous photo"
            onClick={onPrevious}
            className="left-[max(.75rem,env(safe-area-inset-left))] sm:left-5"
          >
            <Icon name="chevron-left" size={24} className="stroke-[1.75]" />
          </Tool>
          <Tool
            label="Next photo"
            onClick={onNext}
            className="right-[max(.75rem,env(safe-area-inset-right))] sm:right-5"
          >
            <Icon name="chevron-right" size={24} className="stroke-[1.75]" />
          </Tool>
        </>
      )}
    </>
  );
}

interface ToolProps {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  onClick: () => void;
  className?: string;
  children: ReactNode;
}

function Tool({ ref, label, onClick, className, children }: ToolProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cx(
        "grid size-11 place-items-center rounded-full bg-photo-scrim text-photo-scrim-foreground hover:bg-deep-foreground hover:text-deep focus-visible:rounded-full",
        className && "absolute top-1/2 -translate-y-1/2",
        className,
      )}
    >
      {children}
    </button>
  );
}
