// npm run icons: writes the sprite.
import { writeFileSync } from "node:fs";
import { renderSprite, SPRITE } from "./sprite.ts";

writeFileSync(SPRITE, renderSprite());
