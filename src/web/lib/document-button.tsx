// A button that opens one document of a car, for its host or an admin: a picture is shown in the page, a PDF goes to the downloads.
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { DOCUMENT_NAMES, type DocumentKind } from "../../domain/car-documents.ts";
import { Button } from "../ui/button.tsx";
import { apiStream } from "./api.ts";
import { sayFailure } from "./host-listings.ts";
import { signedIn } from "./query.tsx";
import { saveFile } from "./save-file.ts";
import { capitalised } from "./words.ts";

const DocumentDialog = lazy(() => import("./document-dialog.tsx"));

export interface DocumentButtonProps {
  listing: { id: string; title: string };
  kind: DocumentKind;
  /** "View". */
  label: string;
}

export function DocumentButton({ listing: { id, title }, kind, label }: DocumentButtonProps) {
  const [picture, setPicture] = useState<Blob | null>(null);
  const opening = useMutation({
    mutationFn: async () => {
      const params = { id, kind };
      const answer = await signedIn((options) =>
        apiStream("GET /api/host/listings/{id}/documents/{kind}", { params }, options),
      );
      return answer.blob();
    },
    onSuccess: (file) => {
      if (file.type === "application/pdf") saveFile(file, `${title}, ${DOCUMENT_NAMES[kind]}.pdf`);
      else setPicture(file);
    },
    onError: (error) => sayFailure("The document could not be opened. Please try again.", error),
  });
  return (
    <>
      <Button
        size="small"
        variant="outline"
        aria-label={`${label}, ${DOCUMENT_NAMES[kind]}, ${title}`}
        busy={opening.isPending}
        busyLabel="Opening..."
        onClick={() => opening.mutate()}
      >
        {label}
      </Button>
      {picture && (
        <Suspense>
          <DocumentDialog
            title={`${capitalised(DOCUMENT_NAMES[kind])} of ${title}`}
            picture={picture}
            onClose={() => setPicture(null)}
          />
        </Suspense>
      )}
    </>
  );
}
