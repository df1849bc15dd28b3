// Saves a file from memory to the user's downloads.

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser starts the download asynchronously, so the URL must outlive this call.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
