// How every mail of the product looks: one description becomes one tree of React components, and that the HTML and the text alternative.
// What a mail says belongs to the module that sends it.
import { createElement as h, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { Action, Facts, Heading, Links, MailPage, Note, Paragraph } from "./mail-parts.ts";
import { textOf } from "./mail-text.ts";

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
  /** Of a mail that one may switch off: why it comes, and the ways to get no more of its kind. */
  footer?: { why: string; links: readonly { label: string; url: string }[] };
}

/** The subject and both bodies of a mail. */
export function layOutMail(content: MailContent): { subject: string; text: string; html: string } {
  const { subject, preview } = content;
  const body = h(Body, content);
  const footer = h(Footer, content);
  const page = h(MailPage, { subject, preview, brand: PRODUCT_NAME, footer }, body);
  return {
    subject,
    text: `${textOf(body)}\n\n-- \n${textOf(footer)}\n`,
    html: `<!doctype html>\n${renderToStaticMarkup(page)}\n`,
  };
}

const Body = ({ heading, paragraphs, facts = [], action, note }: MailContent): ReactNode =>
  h(
    Fragment,
    null,
    h(Heading, { text: heading }),
    paragraphs.map((text, index) => h(Paragraph, { key: index, text })),
    facts.length > 0 && h(Facts, { facts }),
    action && h(Action, action),
    note && h(Note, { text: note }),
  );

const Footer = ({ footer }: MailContent): ReactNode =>
  h(
    Fragment,
    null,
    h(Note, { text: `${PRODUCT_NAME}: cars from people who live in the Bahamas.`, after: footer ? 12 : 0 }),
    footer && h(Note, { text: footer.why }),
    footer && h(Links, footer),
  );
