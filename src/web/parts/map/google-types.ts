// Types for the parts of Google's maps library that we use.
import type { Pixel } from "./markers.ts";

export interface LatLng {
  lat(): number;
  lng(): number;
}
export type Literal = { lat: number; lng: number };
interface LatLngBounds {
  getNorthEast(): LatLng;
  getSouthWest(): LatLng;
}
export interface GoogleMap {
  addListener(event: string, act: (event: { latLng?: LatLng | null }) => void): void;
  getBounds(): LatLngBounds | undefined;
  getCenter(): LatLng | undefined;
  getZoom(): number | undefined;
  setZoom(zoom: number): void;
  panTo(center: Literal): void;
  moveCamera(camera: { center: Literal; zoom: number }): void;
}
interface Projection {
  fromLatLngToDivPixel(at: Literal): Pixel | null;
  fromContainerPixelToLatLng(at: Pixel): LatLng | null;
}
export interface Overlay {
  onAdd: () => void;
  draw: () => void;
  onRemove: () => void;
  getPanes(): { overlayMouseTarget: HTMLElement } | null;
  getProjection(): Projection | undefined;
  setMap(map: GoogleMap | null): void;
}
/** The parts of `google.maps` that we use. */
export interface GoogleMaps {
  Map: new (container: HTMLElement, options: object) => GoogleMap;
  OverlayView: new () => Overlay;
  event: { clearInstanceListeners(of: object): void };
}
