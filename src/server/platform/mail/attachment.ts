// What an email carries besides its text.

/** A text file. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: string;
}
