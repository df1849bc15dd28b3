// Whether a photo shows the car: bright enough and sharp. The phone decides before it sends the
// photo, so that it can be taken again right away (product.md, Trips).

/** Pixels on the longer side of the picture that is judged. */
export const JUDGED_PIXELS = 320;
/** The mean brightness of a picture in which little can be seen, of 255. */
const DARK_BELOW = 40;
/** The variance of the Laplacian of a picture without sharp edges. */
const BLURRED_BELOW = 20;

export type PhotoProblem = "dark" | "blurred";

/**
 * @param pixels RGBA, row by row, of a picture of JUDGED_PIXELS
 * @returns null if the photo is good enough
 */
export function judgePhoto(
  pixels: ArrayLike<number>,
  width: number,
  height: number,
): PhotoProblem | null {
  const grey = Array.from({ length: width * height }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => pixels[4 * index + channel]);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  if (mean(grey) < DARK_BELOW) return "dark";
  const at = (x: number, y: number): number => grey[y * width + x] ?? 0;
  const edges: number[] = [];
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++)
      edges.push(at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y));
  const middle = mean(edges);
  return mean(edges.map((edge) => (edge - middle) ** 2)) < BLURRED_BELOW ? "blurred" : null;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
