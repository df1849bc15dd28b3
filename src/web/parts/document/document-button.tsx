// A button that opens one document: a picture is shown in the page, a PDF goes to the downloads.
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { CallOptions } from "../../api/api.ts";
import { sayFailure } from "../listing/host-listings.ts";
import { signedIn } from "../../api/query.tsx";
import { saveFile } from "../../api/save-file.ts";

const DocumentDialog = lazy(() => import("./document-dialog.tsx"));

export interface DocumentButtonProps {
  /** "View". */
  label: string;
  /** What of, for who does not see where it stands. */
  name: string;
  /** Above the picture. */
  title: string;
  /** Of a PDF, without its ending. */
  fileName: string;
  fetchFile: (options: CallOptions) => Promise<Response>;
}

export function DocumentButton({ label, name, title, fileName, fetchFile }: DocumentButtonProps) {
  const [picture, setPicture] = useState<Blob | null>(null);
  const opening = useMutation({
    mutationFn: async () => (await signedIn(fetchFile)).blob(),
    onSuccess: (file) => {
      if (file.type === "application/pdf") saveFile(file, `${fileName}.pdf`);
      else setPicture(file);
    },
    onError: (error) => sayFailure("The document could not be opened. Please try again.", error),
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
