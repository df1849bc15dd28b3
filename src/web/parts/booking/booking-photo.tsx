// A booked car's first photo, or a placeholder.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { NoPhoto } from "../../ui/photo/no-photo.tsx";
import { Photo } from "../../ui/photo/photo.tsx";
import { carName } from "../page/shared-text.ts";
import { photoSizes } from "../listing/photo-sizes.ts";

export interface BookingPhotoProps {
  car: Pick<Booking["car"], "images" | "make" | "model" | "year">;
  /** The `sizes` attribute of the image. */
  sizes: string;
  first?: boolean;
  className?: string;
}

export function BookingPhoto({ car, sizes, first, className }: BookingPhotoProps) {
  const [image] = car.images;
  if (!image) return <NoPhoto {...(className && { className })} />;
  return (
    <Photo
      {...photoSizes(image)}
      sizes={sizes}
      alt={carName(car)}
      {...(first && { first })}
      {...(className && { className })}
    />
  );
}
