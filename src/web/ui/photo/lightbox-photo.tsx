// One photo of the lightbox. Until it has loaded, its smaller version or a spinner is shown.
import { useState } from "react";
import { Spinner } from "../spinner.tsx";
import type { GalleryPhoto } from "./photo.tsx";

interface LightboxPhotoProps extends GalleryPhoto {
  alt: string;
  /** The URL of the smaller version that the page already shows. */
  drawn: string | undefined;
}

export function LightboxPhoto({ src, srcSet, alt, drawn }: LightboxPhotoProps) {
  const [width, setWidth] = useState<string>();
  return (
    <>
      {!width && drawn && (
        <img src={drawn} alt="" className="absolute size-full object-contain" draggable={false} />
      )}
      {!width && !drawn && <Spinner className="absolute" />}
      <img
        src={src}
        srcSet={srcSet}
        sizes="100vw"
        alt={alt}
        draggable={false}
        // As large as fits. Its box has no margin, because zooming moves the box up to its edges.
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setWidth(`min(100vw, (100dvh - var(--lightbox-foot)) * ${naturalWidth / naturalHeight})`)
        }
        onError={() => setWidth("auto")}
        style={{ width }}
        className="relative max-h-full max-w-full"
      />
    </>
  );
}
