// A hidden file input, which a button opens through `ref`.
import type { RefObject } from "react";

export interface FilePickerProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onPick: (file: File) => void;
}

export const FilePicker = ({ ref, label, accept, onPick }: FilePickerProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    aria-label={label}
    accept={accept}
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      target.value = ""; // allows choosing the same file again
      if (file) onPick(file);
    }}
  />
);
