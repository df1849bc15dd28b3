// Types for the parts of opentype.js that the social images use; it ships without types.
declare module "opentype.js/dist/opentype.mjs" {
  /**
   * As in an SVG path: M and L go to x and y, Q and C go there via control points, Z closes the
   * path.
   */
  interface PathCommand {
    type: "M" | "L" | "Q" | "C" | "Z";
    x?: number;
    y?: number;
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
  }
  interface Font {
    hasChar(char: string): boolean;
    /** In px at this size. */
    getAdvanceWidth(text: string, size: number): number;
    getPath(text: string, x: number, y: number, size: number): { commands: readonly PathCommand[] };
  }
  export function parse(file: ArrayBuffer): Font;
}
