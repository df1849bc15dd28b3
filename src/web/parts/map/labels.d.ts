// What vite.config.ts generates from the gazetteer for the maps.
declare module "*/gazetteer.json?labels" {
  type LabelKind = "island" | "settlement" | "neighbourhood" | "airport";
  /** `importance` is from 0 to 100; the position is in degrees (WGS84). */
  const labels: readonly (readonly [
    name: string,
    kind: LabelKind,
    longitude: number,
    latitude: number,
    importance: number,
  ])[];
  export default labels;
}
