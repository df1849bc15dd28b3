// Changed texts of a listing, the old beside the new, with the words that differ marked.
import { diffWordsWithSpace, type ChangeObject } from "diff";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { labelField } from "../audit/audit-text.ts";
import { TEXT_FIELDS } from "./listing-changes.ts";

/** Renders nothing if no text has changed. */
export function TextChanges({ listing }: { listing: AdminListing }) {
  const changes = (listing.changes ?? []).filter(({ field }) => TEXT_FIELDS.has(field));
  return changes.map(({ field, before, after }) => {
    const label = capitalised(labelField(field));
    const words = diffWordsWithSpace(String(before ?? ""), String(after ?? ""));
    return (
      <section key={field} aria-label={label} className="mt-3 grid gap-2 sm:grid-cols-2">
        <Side title={`${label} before`} words={words.filter(({ added }) => !added)} />
        <Side title={`${label} now`} words={words.filter(({ removed }) => !removed)} />
      </section>
    );
  });
}

function Side({ title, words }: { title: string; words: readonly ChangeObject<string>[] }) {
  return (
    <div className="min-w-0 rounded-md border border-border p-3">
      <h4 className="font-sans text-xs font-regular tracking-normal text-muted-foreground">
        {title}
      </h4>
      <p className="mt-1 max-h-60 overflow-y-auto text-sm wrap-anywhere whitespace-pre-line">
        {words.length === 0 && <span className="text-muted-foreground">None.</span>}
        {words.map(({ value, added, removed }, index) =>
          removed ? (
            <del key={index} className="bg-tint-conch text-tint-conch-foreground">
              {value}
            </del>
          ) : added ? (
            <ins key={index} className="bg-tint-palm text-tint-palm-foreground no-underline">
              {value}
            </ins>
          ) : (
            <span key={index}>{value}</span>
          ),
        )}
      </p>
    </div>
  );
}
