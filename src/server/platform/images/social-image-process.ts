// The worker process that draws social images: the photo, and on a dark gradient over it the logo,
// the car's title and its price.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { SOCIAL_IMAGE, type SocialImage } from "../../../domain/listing/photo.ts";
import { PROJECT_ROOT } from "../../config.ts";
import { serveTasks } from "./worker-process.ts";
import { openLettering, wrap } from "./text-outlines.ts";

const { width: WIDTH, height: HEIGHT } = SOCIAL_IMAGE;
/** Colours from styles/tokens.css; a picture has no theme. */
const [DEEP, SEA, SUN, WHITE, MUTED] = ["#06242d", "#006072", "#ffc72c", "#ffffff", "#d9f0ec"];
const MARGIN = 64;
const TITLE = { size: 58, leading: 66, lines: 2 };
const ABOUT = { size: 28, baseline: 568 };
/** The photo ends this far above the bottom, so that the text is below the car and not on it. */
const RAISED = 80;
const PRICE = { size: 34, padding: 28, height: 68 };

const title = openLettering("familjen-grotesk-700.ttf");
const text = openLettering("figtree-600.ttf");
const LOGO = readFileSync(join(PROJECT_ROOT, "public/logo-on-dark.svg"), "utf8").replace(
  "<svg ",
  `<svg x="${MARGIN}" y="48" width="234" height="51" `,
);

function words(picture: SocialImage): string {
  const price = text.legible(picture.price);
  const pill = text.measureWidth(price, PRICE.size) + 2 * PRICE.padding;
  const pillX = WIDTH - MARGIN - pill;
  const pillY = ABOUT.baseline - PRICE.height + 22;
  const [about = ""] = wrap(text, text.legible(picture.about), ABOUT.size, pillX - 2 * MARGIN, 1);
  const lines = wrap(
    title,
    title.legible(picture.title),
    TITLE.size,
    WIDTH - 2 * MARGIN,
    TITLE.lines,
  );
  const titleEnd = ABOUT.baseline - 68;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${DEEP}" stop-opacity=".72"/><stop offset=".26" stop-color="${DEEP}" stop-opacity="0"/>
      <stop offset=".46" stop-color="${DEEP}" stop-opacity="0"/><stop offset=".7" stop-color="${DEEP}" stop-opacity=".86"/>
      <stop offset="${1 - RAISED / HEIGHT}" stop-color="${DEEP}"/>
    </linearGradient></defs>
    <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>${LOGO}
    ${lines
      .map((line, index) => {
        const baseline = titleEnd - (lines.length - 1 - index) * TITLE.leading;
        return `<path fill="${WHITE}" d="${title.outline(line, MARGIN, baseline, TITLE.size)}"/>`;
      })
      .join("")}
    <path fill="${MUTED}" d="${text.outline(about, MARGIN, ABOUT.baseline, ABOUT.size)}"/>
    <rect x="${pillX}" y="${pillY}" width="${pill}" height="${PRICE.height}" rx="${PRICE.height / 2}" fill="${SUN}"/>
    <path fill="${DEEP}" d="${text.outline(price, pillX + PRICE.padding, pillY + 46, PRICE.size)}"/>
  </svg>`;
}

const draw = (picture: SocialImage): Promise<Buffer> =>
  (picture.photo
    ? sharp(picture.photo)
        // Keeps the bottom, because the car is usually below the middle.
        .resize(WIDTH, HEIGHT - RAISED, { fit: "cover", position: "bottom" })
        .extend({ bottom: RAISED, background: DEEP })
    : sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: SEA } })
  )
    .composite([{ input: Buffer.from(words(picture)) }])
    .jpeg({ quality: 84, progressive: true })
    .toBuffer();

serveTasks(draw);
