// The required documents that keep a car from being approved.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { describeNeeded } from "../../../../domain/listing/required-documents.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";

export const NeededDocuments = ({
  listing: { needed_documents },
}: {
  listing: Pick<AdminListing, "needed_documents">;
}) => (
  <ul className="list-disc pl-5">
    {needed_documents.map((each) => (
      <li key={each.kind}>{capitalised(describeNeeded(each))}</li>
    ))}
  </ul>
);
