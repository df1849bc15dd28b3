// How every mail of the product looks: one description gives the HTML and the text alternative.
// What a mail says belongs to the module that sends it.
import { PRODUCT_NAME } from "../../domain/brand.ts";

/** Plain text throughout; the layout escapes it. */
export interface MailContent {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  /** Label and value, such as the dates and amounts of a booking. */
  facts?: readonly (readonly [label: string, value: string])[];
  action?: { label: string; url: string };
  /** What follows the button in small type: how long a link works, what to do when the mail is unexpected. */
  note?: string;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it may stand in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** The subject and both bodies of a mail. */
export function layOutMail(content: MailContent): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: layOutText(content), html: layOutHtml(content) };
}

function layOutText({ heading, paragraphs, facts = [], action, note }: MailContent): string {
  const blocks = [heading, ...paragraphs];
  if (facts.length > 0) blocks.push(facts.map(([label, value]) => `${label}: ${value}`).join("\n"));
  if (action) blocks.push(`${action.label}:\n${action.url}`);
  if (note) blocks.push(note);
  return `${[...blocks, `-- \n${PRODUCT_NAME}`].join("\n\n")}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MUTED = `${FONT};font-size:14px;line-height:21px;color:#4f5f62`;

// Tables and inline styles: what mail programs agree on.
function layOutHtml({ subject, preview, heading, paragraphs, facts = [], action, note }: MailContent): string {
  const body = paragraphs.map(
    (each) => `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:25px;color:#0b2730">${lines(each)}</p>`,
  );
  if (facts.length > 0) {
    const rows = facts.map(
      ([label, value]) =>
        `<tr><td style="padding:6px 16px 6px 0;${MUTED}">${escapeHtml(label)}</td><td align="right" style="padding:6px 0;${FONT};font-size:15px;color:#0b2730">${escapeHtml(value)}</td></tr>`,
    );
    body.push(
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid #e6ddcd;border-bottom:1px solid #e6ddcd">${rows.join("")}</table>`,
    );
  }
  if (action) {
    const url = escapeHtml(action.url);
    body.push(
      `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:13px 24px;border-radius:12px;background:#006072;color:#ffffff;text-decoration:none;${FONT};font-size:16px;font-weight:600">${escapeHtml(action.label)}</a></p>`,
      `<p style="margin:0 0 16px;${MUTED};word-break:break-all">Or open this address: <a href="${url}" style="color:#006072">${url}</a></p>`,
    );
  }
  if (note) body.push(`<p style="margin:0;${MUTED}">${lines(note)}</p>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f7f2e9">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f2e9"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px;${FONT};font-size:20px;font-weight:700;color:#006072">${escapeHtml(PRODUCT_NAME)}</td></tr>
<tr><td style="padding:32px;border-radius:16px;background:#ffffff">
<h1 style="margin:0 0 16px;${FONT};font-size:24px;line-height:30px;color:#0b2730">${escapeHtml(heading)}</h1>
${body.join("\n")}
</td></tr>
<tr><td style="padding:16px 8px;${MUTED}">${escapeHtml(PRODUCT_NAME)}: cars from people who live in the Bahamas.</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const lines = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");
