// The required documents that keep a car from being approved.
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { describeLacking } from "../../../../domain/listing/required-documents.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";

export const LackingDocuments = ({
  listing: { lacking_documents },
}: {
  listing: Pick<AdminListing, "lacking_documents">;
}) => (
  <ul className="list-disc pl-5">
    {lacking_documents.map((each) => (
      <li key={each.kind}>{capitalised(describeLacking(each))}</li>
    ))}
  </ul>
);
