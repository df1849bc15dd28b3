// A button that opens a document: an image is shown in the page, a PDF is downloaded.
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../api/save-file.ts";
import { useApiAction } from "../../api/use-api.ts";

const DocumentDialog = lazy(() => import("./document-dialog.tsx"));

export interface DocumentButtonProps {
  /** "View". */
  label: string;
  /** The document's name, for screen readers. */
  name: string;
  /** The title above the image. */
  title: string;
  /** The name of a downloaded PDF, without its extension. */
  fileName: string;
  fetchFile: () => Promise<Response>;
}

export function DocumentButton({ label, name, title, fileName, fetchFile }: DocumentButtonProps) {
  const [picture, setPicture] = useState<Blob | null>(null);
  const opening = useApiAction(async () => (await fetchFile()).blob(), {
    failed: "We couldn't open the document. Please try again.",
    onSuccess: (file) => {
      if (file.type === "application/pdf") saveFile(file, `${fileName}.pdf`);
      else setPicture(file);
    },
  });
  return (
    <>
      <Button
        size="small"
        variant="outline"
        aria-label={`${label}, ${name}`}
        busy={opening.isPending}
        busyLabel="Opening..."
        onClick={() => opening.mutate()}
      >
        {label}
      </Button>
      {picture && (
        <Suspense>
          <DocumentDialog title={title} picture={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </>
  );
}
