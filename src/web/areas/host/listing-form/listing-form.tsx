// The form of a new or existing listing: its sections, its errors, and the bar that saves it.
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Form } from "../../../forms/form.tsx";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { DocumentsLater } from "../../../parts/listing/documents-note.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { SectionLinks, type SectionLink } from "../../../ui/section-links.tsx";
import { DOCUMENTS_ID } from "../documents/car-documents.tsx";
import { CarImages } from "./car-images.tsx";
import { ContactNote } from "./contact-note.tsx";
import { BasicInformation, Features, LocationAndPricing, SECTIONS } from "./form-fields.tsx";
import { LABELS, type ListingField, type ListingValues } from "./listing-values.ts";
import { useListingForm, type FormSubject } from "./use-listing-form.ts";
import { Icon } from "../../../ui/icon.tsx";

const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));

export function ListingForm(props: FormSubject) {
  const { listing, copied } = props;
  const editing = useListingForm(props);
  const { form, photos, conflict, guard } = editing;
  const { values, errors } = form;
  const title = listing ? "Edit Listing" : "Add New Car";
  return (
    <>
      <Heading title={title} isKept={editing.isStored} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[11rem_minmax(0,46rem)] lg:gap-12">
        <SectionLinks sections={listSections(errors, listing !== null)} />
        <Form
          form={form}
          aria-label={title}
          className="grid min-w-0 gap-6"
          summary="The listing can't be saved yet"
          summaryNote="Everything you entered is still here."
          above={
            <>
              {editing.isRestored && !conflict && (
                <Note>
                  <p>We restored your unsaved draft.</p>
                  <button type="button" className="min-h-6 underline" onClick={editing.discard}>
                    {listing ? "Discard draft" : "Start over"}
                  </button>
                </Note>
              )}
              {copied && !editing.isRestored && (
                <Note>
                  This is a copy of <b>{copied.title}</b>. Add the licence plate and photos of this
                  car. It's reviewed like any new listing.
                </Note>
              )}
              {conflict && (
                <ConflictNote
                  fields={conflict.fields}
                  onKeep={editing.keepMine}
                  onTake={editing.takeTheirs}
                />
              )}
            </>
          }
        >
          <BasicInformation form={form} />
          <LocationAndPricing form={form} />
          <Features form={form} />
          <CarImages photos={photos} error={errors.images} />
          {!listing && <DocumentsLater />}
          <ContactNote values={values} />
          <SaveBar isNew={!listing} busy={form.busy} uploading={photos.uploading} />
        </Form>
      </div>
      {guard.isAsking && (
        <Suspense>
          <LeaveDialog
            onStay={guard.stay}
            onLeave={guard.leave}
            onDiscard={editing.discardAndLeave}
          />
        </Suspense>
      )}
    </>
  );
}

/** The sections; a listed car has documents, too. */
const listSections = (errors: FieldErrors<ListingValues>, hasDocuments: boolean): SectionLink[] => [
  ...SECTIONS.map(({ id, title, fields }) => ({
    id: `${id}-title`,
    title,
    needsAttention: fields.some((field) => errors[field]),
  })),
  ...(hasDocuments ? [{ id: DOCUMENTS_ID, title: "Documents" }] : []),
];

function Heading({ title, isKept }: { title: string; isKept: boolean }) {
  return (
    <div className="grid gap-2">
      <Link
        to={paths.hostListings()}
        className="inline-flex min-h-6 items-center gap-[.35rem] justify-self-start text-sm text-muted-foreground hover:text-foreground"
      >
        <Icon name="arrow-left" size={16} />
        Back to Listings
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{title}</h1>
        <p role="status" className="flex items-center gap-[.4rem] text-sm text-muted-foreground">
          {isKept && (
            <>
              <Icon name="cloud-check" size={16} />
              Draft saved in this browser
            </>
          )}
        </p>
      </div>
    </div>
  );
}

interface SaveBarProps {
  isNew: boolean;
  busy: boolean;
  /** The number of photos on their way. */
  uploading: number;
}

/** Left-aligned, because toasts appear on the right. */
function SaveBar({ isNew, busy, uploading }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-5 flex flex-wrap items-center gap-3 border-t border-border bg-background py-[.9rem] max-sm:*:flex-1">
      <Button
        type="submit"
        busy={busy || uploading > 0}
        busyLabel={
          busy ? "Saving..." : `Uploading ${uploading} ${uploading === 1 ? "photo" : "photos"}`
        }
      >
        {isNew ? "Create Listing" : "Save Changes"}
      </Button>
      <Button asChild variant="outline">
        <Link to={paths.hostListings()}>Cancel</Link>
      </Button>
      <p className="text-sm text-muted-foreground max-sm:hidden">
        {isNew
          ? "New cars are reviewed before they go live."
          : "Changing the make, model, year or plate sends the listing back for review."}
      </p>
    </div>
  );
}

interface ConflictNoteProps {
  /** The fields that changed elsewhere. */
  fields: readonly ListingField[];
  onKeep: () => void;
  onTake: () => void;
}

/** Takes the focus, because the save button may be far below. */
function ConflictNote({ fields, onKeep, onTake }: ConflictNoteProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Note variant="sun" icon={<Icon name="circle-exclamation-point" />}>
        <p>
          <b>This listing was changed elsewhere.</b>{" "}
          {fields.length > 0
            ? `Different there: ${fields.map((field) => LABELS[field]).join(", ")}.`
            : "None of the fields differ."}{" "}
          Keep your changes and save them again, or use the other version.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="small" onClick={onKeep}>
            Keep my changes
          </Button>
          <Button size="small" variant="outline" onClick={onTake}>
            Use the other version
          </Button>
        </div>
      </Note>
    </div>
  );
}
