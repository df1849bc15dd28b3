// What an admin reads about each thing that a listing or its host lacks.
import { FEW_PHOTOS, type ReviewGap } from "../../../../domain/listing/review-gaps.ts";

export const GAP_TEXTS: Record<ReviewGap, string> = {
  phone: "The host's phone is not verified",
  identity: "The host's ID is not verified",
  date_of_birth: "The host's date of birth is missing",
  payout_details: "The host has no bank details",
  license_plate: "No licence plate",
  self_drive_plate: "No valid self-drive plate document",
  insurance: "No valid insurance",
  inspection: "No valid inspection",
  photos: `Fewer than ${FEW_PHOTOS} photos`,
  position: "No position on the map",
  pickup_instructions: "No pickup instructions",
};
