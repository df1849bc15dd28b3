// In its own file, because the camera itself is loaded only when somebody opens it.
/** Whether a page can show the camera, which browsers allow only on HTTPS. */
export const hasCamera = (): boolean =>
  typeof navigator !== "undefined" &&
  (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;
