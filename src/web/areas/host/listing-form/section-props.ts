// What a section of the listing form receives.
import type { ListingFaults } from "./check-listing.ts";
import type { ListingValues, TextField } from "./listing-values.ts";

export interface SectionProps {
  values: ListingValues;
  faults: ListingFaults;
  change: (more: Partial<ListingValues>) => void;
  /** The props of a text field's control. */
  text: (field: TextField) => {
    name: string;
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
}
