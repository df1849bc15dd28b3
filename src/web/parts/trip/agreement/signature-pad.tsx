// The box in which people draw their signature with a finger, a pen or a mouse. It is optional: the
// typed name alone is a signature, too.
import { useId, useRef, type PointerEvent } from "react";
import { MAX_SIGNATURE_PATH_LENGTH, SIGNATURE_BOX } from "../../../../domain/trip/signature.ts";
import { Button } from "../../../ui/button.tsx";

/** Points closer than this to the last one are left out, in units of the box. */
const MIN_DISTANCE = 4;
/** The longest text of one more point: "L600 200". */
const POINT_LENGTH = 8;

interface Point {
  x: number;
  y: number;
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, Math.round(value)));

/** Where the pointer is, in units of the box. */
function toPoint({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return {
    x: clamp(((clientX - left) / width) * SIGNATURE_BOX.width, SIGNATURE_BOX.width),
    y: clamp(((clientY - top) / height) * SIGNATURE_BOX.height, SIGNATURE_BOX.height),
  };
}

export interface SignaturePadProps {
  /** The strokes as an SVG path; empty without any. */
  value: string;
  onChange: (path: string) => void;
}

export function SignaturePad({ value, onChange }: SignaturePadProps) {
  const labelId = useId();
  /** The last point of the stroke that is being drawn, and the path so far. */
  const drawing = useRef<{ last: Point; path: string } | null>(null);

  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0 || value.length + 2 * POINT_LENGTH > MAX_SIGNATURE_PATH_LENGTH) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const last = toPoint(event);
    // A tap is a dot.
    drawing.current = { last, path: `${value}M${last.x} ${last.y}L${last.x} ${last.y}` };
    onChange(drawing.current.path);
  };
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    if (!drawing.current) return;
    const { last, path } = drawing.current;
    const next = toPoint(event);
    const isNear = Math.hypot(next.x - last.x, next.y - last.y) < MIN_DISTANCE;
    if (isNear || path.length + POINT_LENGTH > MAX_SIGNATURE_PATH_LENGTH) return;
    drawing.current = { last: next, path: `${path}L${next.x} ${next.y}` };
    onChange(drawing.current.path);
  };
  const end = (): void => {
    drawing.current = null;
  };

  return (
    <div className="grid gap-2">
      <p id={labelId} className="font-medium">
        Signature <span className="font-regular text-muted-foreground">(optional)</span>
      </p>
      <svg
        role="img"
        aria-labelledby={labelId}
        data-testid="signature-pad"
        viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
        className="aspect-[3/1] w-full max-w-[30rem] cursor-crosshair touch-none rounded-md border border-input bg-surface fill-none stroke-foreground stroke-[4] [stroke-linecap:round] [stroke-linejoin:round]"
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={value} />
      </svg>
      <p className="text-sm text-muted-foreground">
        Draw it with your finger or mouse, or leave it empty: your typed name is enough.
      </p>
      {value && (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          onClick={() => onChange("")}
        >
          Clear the signature
        </Button>
      )}
    </div>
  );
}
