// Types of what index.mjs exports; README.md says what the values mean.
export type Body = "hatchback" | "saloon" | "suv" | "jeep" | "pickup" | "minivan" | "convertible" | "golf-cart";
export type Colour = "white" | "silver" | "black" | "coral" | "teal" | "yellow" | "navy" | "sand" | "sky" | "palm" | "berry" | "shell" | `#${string}`;
export type View = "side" | "side-alt" | "detail" | "interior" | "rear";
export type Scene = "beach" | "causeway" | "harbour" | "colonial" | "straw-market" | "lighthouse" | "airport" | "resort" | "pines" | "night";

export interface CarPicture {
  body: Body;
  colour: Colour;
  view?: View;
  scene?: Scene;
  seed?: string | number;
  steering?: "left" | "right";
  facing?: "left" | "right";
}

/** One picture of one car as SVG, 1536 x 1024. */
export function drawCar(picture: CarPicture): string;
/** The picture of the home page as SVG, 2400 x 1200. */
export function hero(car?: { body?: Body; colour?: Colour }): string;
/** A spot illustration as SVG, 480 x 360, transparent. */
export function empty(kind: "bookings" | "results" | "messages" | "not-found"): string;

export const BODIES: Body[];
export const COLOURS: Colour[];
export const SCENES: Scene[];
export const VIEWS: View[];
export const EMPTY: Parameters<typeof empty>[0][];
