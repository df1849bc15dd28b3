// The form of a new or existing listing: its sections, its errors, and the bar that saves it.
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Form } from "../../../forms/form.tsx";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { DocumentsLater } from "../../../parts/listing/documents-note.tsx";
import { isCode } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { SectionLinks, type SectionLink } from "../../../ui/section-links.tsx";
import { DOCUMENTS_ID } from "../documents/car-documents.tsx";
import { Extras } from "./add-ons/extras.tsx";
import { MeetingPlaces } from "./add-ons/meeting-places.tsx";
import { CarImages } from "./car-images.tsx";
import { ContactNote } from "./contact-note.tsx";
import { HoursAndRules } from "./hours/hours-and-rules.tsx";
import { BasicInformation, Features, LocationAndPricing, SECTIONS } from "./form-fields.tsx";
import type { DraftStatus } from "./drafts/draft-sync.ts";
import { LABELS, type ListingValues } from "./listing-values.ts";
import type { FormSubject } from "./use-form-start.ts";
import { useListingForm, type Conflict, type DraftPlace } from "./use-listing-form.ts";
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
      <Heading title={title} place={editing.place} />
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
                    Discard draft
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
                <ConflictNote what={listing ? "listing" : "draft"} conflict={conflict} />
              )}
              <DraftProblem status={editing.draft} id={editing.id} />
            </>
          }
        >
          <BasicInformation form={form} />
          <LocationAndPricing form={form} />
          <HoursAndRules form={form} listingId={listing?.id} />
          <MeetingPlaces form={form} />
          <Extras form={form} />
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
            isSaved={editing.place === "server"}
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

const PLACES: Record<DraftPlace, string> = {
  nowhere: "",
  saving: "Saving…",
  server: "Draft saved",
  device: "Draft saved on this device",
};

function Heading({ title, place }: { title: string; place: DraftPlace }) {
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
        <p className="flex min-h-6 items-center gap-[.4rem] text-sm text-muted-foreground">
          {place === "server" && <Icon name="cloud-check" size={16} />}
          {PLACES[place]}
        </p>
        {/* Announced once, instead of after each pause in typing. */}
        <p role="status" className="sr-only">
          {place === "device" ? PLACES.device : place === "nowhere" ? "" : "Your draft is saved"}
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
          : "Changing the make, model, year or plate sends the listing back for review. Changes to photos, texts and location go live right away, and our team reviews them."}
      </p>
    </div>
  );
}

/** Why the draft isn't on the server, if the host can do something about it. */
function DraftProblem({ status: { error, isListed }, id }: { status: DraftStatus; id: string }) {
  if (isListed)
    return (
      <Note variant="sun" icon={<Icon name="info" />}>
        <p>
          This car is listed already, maybe from another device.{" "}
          <Link to={paths.hostEditListing(id)} className="underline">
            Edit the listing
          </Link>
        </p>
      </Note>
    );
  return isCode(error, "too_many_drafts") ? (
    <Note variant="sun" icon={<Icon name="info" />}>
      <p>{sentenceFor(error, "")}</p>
    </Note>
  ) : null;
}

const CHANGED_ELSEWHERE = {
  listing: {
    title: "This listing was changed elsewhere.",
    advice: "Keep your changes and save them again, or use the other version.",
    keep: "Keep my changes",
    take: "Use the other version",
  },
  draft: {
    title: "This draft was changed on another device.",
    advice: "Keep mine adds what you typed here to the other one.",
    keep: "Keep mine",
    take: "Use that one",
  },
};

interface ConflictNoteProps {
  what: "listing" | "draft";
  conflict: Conflict;
}

/** Takes the focus, because the save button may be far below. */
function ConflictNote({ what, conflict: { fields, keepMine, takeTheirs } }: ConflictNoteProps) {
  const text = CHANGED_ELSEWHERE[what];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="alert">
      <Note variant="sun" icon={<Icon name="circle-exclamation-point" />}>
        <p>
          <b>{text.title}</b>{" "}
          {fields.length > 0
            ? `Different there: ${fields.map((field) => LABELS[field]).join(", ")}.`
            : "None of the fields differ."}{" "}
          {text.advice}
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="small" onClick={keepMine}>
            {text.keep}
          </Button>
          <Button size="small" variant="outline" onClick={takeTheirs}>
            {text.take}
          </Button>
        </div>
      </Note>
    </div>
  );
}
