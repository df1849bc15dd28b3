// Shows how much of a file has been sent, and what follows.
export interface UploadProgressProps {
  /** The accessible name: "Uploading your photo". */
  label: string;
  /** Per cent. */
  sent: number;
  /** The step after the upload: "Checking and storing". */
  then: string;
}

export const UploadProgress = ({ label, sent, then }: UploadProgressProps) => (
  <div className="grid gap-1">
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={sent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="block h-1.5 overflow-hidden rounded-full bg-surface-3"
    >
      <span className="block h-full bg-primary" style={{ width: `${sent}%` }} />
    </span>
    <span className="text-xs text-muted-foreground tabular-nums">
      {sent < 100 ? `Uploading, ${sent}%` : then}
    </span>
  </div>
);
