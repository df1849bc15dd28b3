// A document that is an image, as large as the screen allows.
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

export interface DocumentDialogProps {
  title: string;
  picture: Blob;
  onClose: () => void;
}

export default function DocumentDialog({ title, picture, onClose }: DocumentDialogProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      className="md:w-[min(56rem,100%)]"
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className="justify-self-center">
          <img
            src={url}
            alt={title}
            className="max-h-[70dvh] w-auto max-w-full rounded-md bg-surface-2"
          />
          <span className="sr-only"> (opens in full size in a new tab)</span>
        </a>
      )}
    </Dialog>
  );
}
