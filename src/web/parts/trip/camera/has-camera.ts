// Apart from the camera itself, which is loaded when somebody opens it.
/** Whether the browser shows a camera in a page. It needs HTTPS. */
export const hasCamera = (): boolean =>
  typeof navigator !== "undefined" &&
  (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined;
