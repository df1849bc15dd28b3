// The components of emails. They use tables and inline styles, which all email programs support;
// the classes serve only the dark theme. Written without JSX, because Node runs these files as they
// are.
import { createElement as h, Fragment, type CSSProperties, type ReactNode } from "react";

/** Content that the plain text leaves out (mail-text.ts). */
export const HtmlOnly = ({ children }: { children?: ReactNode }): ReactNode => children;

const FONT = "-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif";
const ink: CSSProperties = { fontFamily: FONT, color: "#0b2730" };
const muted: CSSProperties = {
  fontFamily: FONT,
  fontSize: 14,
  lineHeight: "21px",
  color: "#4f5f62",
};
const link: CSSProperties = { color: "#006072" };

const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#07191f!important}.card{background:#0d252d!important}
.ink{color:#eaf3f1!important}.muted{color:#a5bcbd!important}
.brand,.link{color:#74d3d1!important}.button{background:#57c7c7!important;color:#04222a!important}
.rule{border-color:#1f3f49!important}
}
@media (max-width:480px){.card{padding:24px 20px!important}}`;

const table = { role: "presentation", width: "100%", cellPadding: 0, cellSpacing: 0 };

/** Text that keeps its line breaks. */
const Lines = ({ text }: { text: string }): ReactNode =>
  text.split("\n").map((each, index) => h(Fragment, { key: index }, index > 0 && h("br"), each));

export const Heading = ({ text }: { text: string }): ReactNode =>
  h(
    "h1",
    { className: "ink", style: { ...ink, margin: "0 0 16px", fontSize: 24, lineHeight: "30px" } },
    text,
  );

export const Paragraph = ({ text }: { text: string }): ReactNode =>
  h(
    "p",
    { className: "ink", style: { ...ink, margin: "0 0 16px", fontSize: 16, lineHeight: "25px" } },
    h(Lines, { text }),
  );

/** A label and a value, with a link that belongs to it. */
export type MailFact = readonly [
  label: string,
  value: string,
  link?: { label: string; url: string },
];

export const MailFacts = ({ facts }: { facts: readonly MailFact[] }): ReactNode =>
  h(
    "table",
    {
      ...table,
      className: "rule",
      style: {
        margin: "0 0 16px",
        borderTop: "1px solid #e6ddcd",
        borderBottom: "1px solid #e6ddcd",
      },
    },
    h(
      "tbody",
      null,
      facts.map(([label, value, more]) =>
        h(
          "tr",
          { key: label },
          h(
            "td",
            { className: "muted", valign: "top", style: { ...muted, padding: "6px 16px 6px 0" } },
            label,
          ),
          h(
            "td",
            { className: "ink", align: "right", style: { ...ink, padding: "6px 0", fontSize: 15 } },
            value,
            more && [
              h("br", { key: "break" }),
              h("a", { key: "link", href: more.url, className: "link", style: link }, more.label),
            ],
          ),
        ),
      ),
    ),
  );

/** A button, followed by its URL for readers who cannot click it. */
export const Action = ({ label, url }: { label: string; url: string }): ReactNode =>
  h(
    Fragment,
    null,
    h(
      "p",
      { style: { margin: "24px 0" } },
      h(
        "a",
        {
          href: url,
          className: "button",
          style: {
            display: "inline-block",
            padding: "13px 24px",
            borderRadius: 12,
            background: "#006072",
            color: "#ffffff",
            textDecoration: "none",
            fontFamily: FONT,
            fontSize: 16,
            fontWeight: 600,
          },
        },
        label,
      ),
    ),
    h(
      HtmlOnly,
      null,
      h(
        "p",
        { className: "muted", style: { ...muted, margin: "0 0 16px", wordBreak: "break-all" } },
        "Or open this address: ",
        h("a", { href: url, className: "link", style: link }, url),
      ),
    ),
  );

/** Small print. */
export const MailNote = ({ text, after = 0 }: { text: string; after?: number }): ReactNode =>
  h("p", { className: "muted", style: { ...muted, margin: `0 0 ${after}px` } }, h(Lines, { text }));

export const Links = ({ links }: { links: readonly { label: string; url: string }[] }): ReactNode =>
  links.map(({ label, url }) =>
    h(
      "p",
      { key: label, className: "muted", style: { ...muted, margin: 0 } },
      h("a", { href: url, className: "link", style: link }, label),
    ),
  );

export interface MailPageProps {
  subject: string;
  /** The line that email programs show beside the subject. */
  preview: string;
  brand: string;
  footer: ReactNode;
  children?: ReactNode;
}

/** The whole document around the content of an email. */
export const MailPage = ({ subject, preview, brand, footer, children }: MailPageProps): ReactNode =>
  h(
    "html",
    { lang: "en" },
    h(
      "head",
      null,
      h("meta", { charSet: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("title", null, subject),
      h("style", { dangerouslySetInnerHTML: { __html: DARK } }),
    ),
    h(
      "body",
      { className: "page", style: { margin: 0, padding: 0, background: "#f7f2e9" } },
      h("div", { style: { display: "none", maxHeight: 0, overflow: "hidden" } }, preview),
      h(
        Rows,
        {
          className: "page",
          style: { background: "#f7f2e9" },
          cell: { align: "center", style: { padding: "32px 16px" } },
        },
        h(
          "table",
          { ...table, style: { maxWidth: 560 } },
          h(
            "tbody",
            null,
            h(
              "tr",
              null,
              h(
                "td",
                {
                  className: "brand",
                  style: {
                    padding: "0 8px 16px",
                    fontFamily: FONT,
                    fontSize: 20,
                    fontWeight: 700,
                    color: "#006072",
                  },
                },
                brand,
              ),
            ),
            h(
              "tr",
              null,
              h(
                "td",
                {
                  className: "card",
                  style: { padding: 32, borderRadius: 16, background: "#ffffff" },
                },
                children,
              ),
            ),
            h("tr", null, h("td", { style: { padding: "16px 8px" } }, footer)),
          ),
        ),
      ),
    ),
  );

interface RowsProps {
  className: string;
  style: CSSProperties;
  cell: { align: "center"; style: CSSProperties };
  children?: ReactNode;
}

/** A table of one cell, because some programs take the background from it. */
const Rows = ({ className, style, cell, children }: RowsProps): ReactNode =>
  h(
    "table",
    { ...table, className, style },
    h("tbody", null, h("tr", null, h("td", cell, children))),
  );
