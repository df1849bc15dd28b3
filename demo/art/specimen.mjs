// node specimen.mjs FOLDER: the cards that stand for a driving licence and an ID in the demo. No card of any country looks like them, and
// each says in large letters that it is a specimen. The letters are strokes, so no font is needed.
import { join } from 'node:path';
import sharp from 'sharp';

/** On a grid of 4 x 6. */
const STROKES = {
  S: 'M4 0H0V3H4V6H0',
  P: 'M0 6V0H4V3H0',
  E: 'M4 0H0V6H4M0 3H3',
  C: 'M4 0H0V6H4',
  I: 'M2 0V6',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
};
const WORD = 'SPECIMEN';

const word = (x, y, size, colour, width) =>
  [...WORD]
    .map(
      (letter, index) =>
        `<path d="${STROKES[letter]}" transform="translate(${x + index * size * 5.6} ${y}) scale(${size})" fill="none" ` +
        `stroke="${colour}" stroke-width="${width}" stroke-linecap="square" stroke-linejoin="miter"/>`,
    )
    .join('');

const bar = (x, y, width, colour, height = 18) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9" fill="${colour}"/>`;

function card({ ground, ink, pale, accent }) {
  const lines = [
    [230, 210, 300],
    [290, 300, 380],
    [350, 170, 230],
    [410, 260, 340],
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" viewBox="0 0 1000 640">
  <rect width="1000" height="640" fill="#d9cfbd"/>
  <rect x="30" y="30" width="940" height="580" rx="36" fill="${ground}"/>
  <path d="M30 66a36 36 0 0 1 36-36h868a36 36 0 0 1 36 36v74H30z" fill="${accent}"/>
  ${word(80, 62, 6, ground, 1)}
  ${Array.from({ length: 9 }, (_, at) => `<path d="M30 ${200 + at * 45}q235 -50 470 0t470 0" fill="none" stroke="${pale}" stroke-width="3"/>`).join('')}
  <rect x="80" y="190" width="260" height="320" rx="18" fill="${pale}"/>
  <circle cx="210" cy="305" r="66" fill="${ink}" opacity=".55"/>
  <path d="M100 510c0-84 50-122 110-122s110 38 110 122z" fill="${ink}" opacity=".55"/>
  ${lines.map(([y, short, long]) => bar(400, y, short / 2, accent, 10) + bar(400, y + 20, long, ink)).join('')}
  <g transform="rotate(-18 500 380)" opacity=".82">${word(130, 310, 17, '#b3261e', 1.1)}</g>
</svg>`;
}

const [folder = '.'] = process.argv.slice(2);
const cards = {
  'specimen-licence': { ground: '#f4f8f4', ink: '#38545a', pale: '#d5e6e2', accent: '#0f6d75' },
  'specimen-id': { ground: '#fbf6ec', ink: '#5a4a38', pale: '#eee0c6', accent: '#a8672a' },
};
for (const [name, colours] of Object.entries(cards))
  await sharp(Buffer.from(card(colours)))
    .jpeg({ quality: 80 })
    .toFile(join(folder, `${name}.jpg`));
