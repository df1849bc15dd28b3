import type { MapOptions, MapView } from "./map.ts";
export async function openGoogle(_container: HTMLElement, _options: MapOptions): Promise<MapView> {
  throw new Error("Google's maps are not built yet");
}
