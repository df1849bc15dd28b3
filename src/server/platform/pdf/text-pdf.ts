// A PDF of a text in sections. It depends on nothing but its arguments, so that the same text
// always gives the same bytes.
import { fileURLToPath } from "node:url";
import { PRODUCT_NAME } from "../../../domain/brand.ts";

/** A line of ours, or somebody's words. They are indented, so they can't look like our lines. */
type PdfLine = string | { quote: string };

export interface PdfText {
  title: string;
  sections: { title: string; lines: PdfLine[] }[];
}

const font = (file: string): string =>
  fileURLToPath(new URL(`../images/fonts/${file}`, import.meta.url));

/** In points. */
export const PDF_MARGIN = 56;
const TEXT_SIZE = 10;
const QUOTE_INDENT = 24;

export const startSection = (pdf: PDFKit.PDFDocument, title: string): void => {
  pdf.font("title").fontSize(13).text(title).moveDown(0.3);
  pdf.font("text").fontSize(TEXT_SIZE);
};

function writeLine(pdf: PDFKit.PDFDocument, line: PdfLine): void {
  if (typeof line === "string") {
    pdf.text(line, { lineGap: 3 });
    return;
  }
  pdf.x = PDF_MARGIN + QUOTE_INDENT;
  pdf.text(`“${line.quote}”`, { lineGap: 3 });
  pdf.x = PDF_MARGIN;
}

/**
 * Writes the sections of a text.
 * @returns the open document, to which more can be added, and what ends it and gives its bytes
 */
export async function openTextPdf(
  { title, sections }: PdfText,
  createdAt: Date,
): Promise<{ pdf: PDFKit.PDFDocument; end: () => Promise<Buffer> }> {
  const { default: PdfDocument } = await import("pdfkit");
  const pdf = new PdfDocument({
    size: "LETTER",
    margin: PDF_MARGIN,
    lang: "en",
    displayTitle: true,
    // Compressed bytes depend on the version of zlib.
    compress: false,
    info: { Title: title, Author: PRODUCT_NAME, CreationDate: createdAt },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => pdf.on("end", resolve).on("error", reject));
  pdf.registerFont("title", font("familjen-grotesk-700.ttf"));
  pdf.registerFont("text", font("noto-sans-600.ttf"));

  pdf.font("title").fontSize(20).text(title).moveDown();
  for (const section of sections) {
    startSection(pdf, section.title);
    for (const line of section.lines) writeLine(pdf, line);
    pdf.moveDown();
  }
  return {
    pdf,
    async end() {
      pdf.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
