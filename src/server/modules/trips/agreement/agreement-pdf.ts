// The rental agreement as a PDF. It depends only on its arguments, so that the same text and
// signatures always give the same bytes. Its date is that of the last signature.
import { formatInstant } from "../../../../domain/text/format.ts";
import type { AgreementText } from "../../../../domain/trip/agreement-text.ts";
import type { EntryOf } from "../../../../domain/trip/handover.ts";
import { SIGNATURE_BOX } from "../../../../domain/trip/signature.ts";
import { openTextPdf, PDF_MARGIN, startSection } from "../../../platform/pdf/text-pdf.ts";

/** In points. */
const SIGNATURE_SCALE = 0.3;
const SIGNATURE_HEIGHT = SIGNATURE_BOX.height * SIGNATURE_SCALE;
/** Room for the name, the time and the strokes. */
const SIGNATURE_ROOM = SIGNATURE_HEIGHT + 60;

/** A signature as it was stored. */
export interface ReceivedSignature extends EntryOf<"signature"> {
  /** By our clock, in ISO 8601. Without a network, it is later than the signature. */
  receivedAt: string;
}

function describeSignature({ side, at, receivedAt, content }: ReceivedSignature): string {
  const [signed, received] = [at, receivedAt].map((time) => formatInstant(new Date(time)));
  const late = signed === received ? "" : `, received ${received}`;
  return `${side === "host" ? "Host" : "Renter"}: ${content.name}, ${signed}${late} (Nassau time)`;
}

export async function makeAgreementPdf({
  text,
  textSha256,
  signatures,
  unsignedDate,
}: {
  text: AgreementText;
  textSha256: string;
  /** All signatures of the trip. Only those of this text are shown. */
  signatures: readonly ReceivedSignature[];
  /** The date of a PDF without signatures. */
  unsignedDate: Date;
}): Promise<Buffer> {
  const shown = signatures.filter(({ content }) => content.text_sha256 === textSha256);
  const last = shown.at(-1);
  const { pdf, end } = await openTextPdf(text, last ? new Date(last.at) : unsignedDate);
  startSection(pdf, "Signatures");
  if (shown.length === 0) pdf.text("Nobody has signed this text.");
  for (const signature of shown) {
    const { content } = signature;
    if (pdf.y + SIGNATURE_ROOM > pdf.page.height - PDF_MARGIN) pdf.addPage();
    pdf.text(describeSignature(signature), { lineGap: 3 });
    if (content.path !== null) {
      pdf.save().translate(PDF_MARGIN, pdf.y).scale(SIGNATURE_SCALE);
      pdf.path(content.path).lineWidth(4).lineCap("round").lineJoin("round").stroke().restore();
      pdf.y += SIGNATURE_HEIGHT;
    }
    pdf.moveDown(0.5);
  }
  pdf.fontSize(8).moveDown().text(`SHA-256 of the text: ${textSha256}`);
  return end();
}
