// The first photo of a booked car, or what stands for it.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { NoPhoto } from "../../ui/photo/no-photo.tsx";
import { Photo } from "../../ui/photo/photo.tsx";
import { carName } from "../page/words.ts";
import { photoSizes } from "../listing/photo-sizes.ts";

export interface BookingPhotoProps {
  car: Booking["car"];
  /** How wide it is drawn, as in the img attribute. */
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
