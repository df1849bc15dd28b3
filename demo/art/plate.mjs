// node plate.mjs OUT.jpg: the picture that stands for every self-drive plate of the demo, the rear of one of its cars.
import sharp from 'sharp';
import { drawCar } from './index.mjs';

const [out = 'plate.jpg'] = process.argv.slice(2);
const svg = drawCar({ body: 'suv', colour: 'shell', scene: 'colonial', view: 'rear', seed: 'plate' });
await sharp(Buffer.from(svg)).resize(960).jpeg({ quality: 78 }).toFile(out);
