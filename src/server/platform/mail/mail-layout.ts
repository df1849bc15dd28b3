// The layout of every email: one description becomes one tree of React components, which yields
// both the HTML and the plain text. The wording belongs to the module that sends the email.
import { createElement as h, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import {
  Action,
  MailFacts,
  type MailFact,
  Heading,
  Links,
  MailPage,
  MailNote,
  Paragraph,
} from "./mail-parts.ts";
import { renderText } from "./mail-text.ts";

/** Plain text throughout; the layout escapes it. */
export interface MailContent {
  subject: string;
  /** The line that email programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  /** Labels and values, such as the dates and amounts of a booking. */
  facts?: readonly MailFact[];
  action?: { label: string; url: string };
  /**
   * Small print below the button: how long a link works, what to do when the email is unexpected.
   */
  note?: string;
  /** For an email that can be switched off: why it was sent, and the links to unsubscribe. */
  footer?: { why: string; links: readonly { label: string; url: string }[] };
}

/** The subject and both bodies of an email. */
export function layOutMail(content: MailContent): { subject: string; text: string; html: string } {
  const { subject, preview } = content;
  const body = h(Body, content);
  const footer = h(Footer, content);
  const page = h(MailPage, { subject, preview, brand: PRODUCT_NAME, footer }, body);
  return {
    subject,
    text: `${renderText(body)}\n\n-- \n${renderText(footer)}\n`,
    html: `<!doctype html>\n${renderToStaticMarkup(page)}\n`,
  };
}

const Body = ({ heading, paragraphs, facts = [], action, note }: MailContent): ReactNode =>
  h(
    Fragment,
    null,
    h(Heading, { text: heading }),
    paragraphs.map((text, index) => h(Paragraph, { key: index, text })),
    facts.length > 0 && h(MailFacts, { facts }),
    action && h(Action, action),
    note && h(MailNote, { text: note }),
  );

const Footer = ({ footer }: MailContent): ReactNode =>
  h(
    Fragment,
    null,
    h(MailNote, {
      text: `${PRODUCT_NAME}: cars from people who live in the Bahamas. Times are Nassau time.`,
      after: footer ? 12 : 0,
    }),
    footer && h(MailNote, { text: footer.why }),
    footer && h(Links, footer),
  );
