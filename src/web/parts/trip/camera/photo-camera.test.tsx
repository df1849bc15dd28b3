// The camera of a slot: it stores what its preview shows.
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { button, show } from "../../../../../test/components/screen.tsx";
import { openPhoneStore } from "../../../session/phone-store.ts";
import { me } from "../../../../../test/components/examples.ts";
import PhotoCamera from "./photo-camera.tsx";

const BEFORE = { bookingId: "trip", photoId: "before", alt: "Pickup" };

afterEach(() => vi.restoreAllMocks());

test.each([
  ["upright", 600, 1000, [600, 450]],
  ["wide", 1600, 900, [1200, 900]],
])("a picture that is %s is cropped to the preview", async (_title, width, height, size) => {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.fillRect(0, 0, width, height);
  vi.spyOn(navigator.mediaDevices, "getUserMedia").mockResolvedValue(canvas.captureStream(10));
  const picture = { type: "image/png", bytes: new ArrayBuffer(1) };
  const key: [string, string, string] = [me.user_id, BEFORE.bookingId, BEFORE.photoId];
  await (await openPhoneStore()).put("photos", picture, key);
  const taken = vi.fn<(file: File) => void>();
  await show(<PhotoCamera title="Front" before={BEFORE} onTake={taken} onClose={() => {}} />);
  await button("Take the photo").click();
  await eventually(() => expect(taken).toHaveBeenCalledOnce());
  const bitmap = await createImageBitmap(taken.mock.calls[0]![0]);
  expect([bitmap.width, bitmap.height]).toEqual(size);
});
