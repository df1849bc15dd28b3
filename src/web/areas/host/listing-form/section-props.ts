// What a section of the listing form receives.
import type { AppForm } from "../../../forms/use-app-form.ts";
import type { ListingValues } from "./listing-values.ts";

export interface SectionProps {
  form: AppForm<ListingValues>;
}
