// Hides e-mail addresses and phone numbers in what renter and host write to each other before a
// booking is approved, and in what listings say (product.md, Privacy). Whoever means to can spell
// their way around it; what people usually write is found. A release that finds more masks the stored
// names of places again (decision 6).

export const HIDDEN_CONTACT = "[hidden until the booking is approved]";

/** Stands in the shadow for the second half of a character, and for marks that nobody sees. */
const FILLER = "\uE001";
/** Stands in the shadow for what is no phone number, whatever its digits. */
const KEPT = "\uE000";

/** 555 O1OO: the letter in the place of a zero. */
const OH = /(?<![\p{L}\p{N}])(?=[\do]*\d)[\do]+(?![\p{L}\p{N}])/giu;

/** The text as a reader sees it, in as many code units: full-width, circled and other digits and signs as their ASCII. */
function shadowOf(text: string): string {
  let shadow = "";
  for (const character of text) {
    const plain = character.normalize("NFKC");
    const read = /^[\x21-\x7e]$/.test(plain)
      ? plain
      : /\p{Nd}/u.test(character)
        ? "9" // of another script: which one matters to dates alone
        : /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u{2800}]/u.test(character)
          ? FILLER
          : character;
    shadow += read.padEnd(character.length, FILLER);
  }
  return shadow.replace(OH, (digits) => digits.replace(/o/gi, "0"));
}

const SAID_DOT = String.raw`(?:\s{0,2}[-*_([{<]\s{0,2}(?:dot|\.)\s{0,2}[-*_)\]}>]\s{0,2}|\s{1,2}dot\s{1,2})`;
const SAID_AT = String.raw`(?:\s{0,2}[-*_([{<]\s{0,2}(?:at|@)\s{0,2}[-*_)\]}>]\s{0,2}|\s{1,2}at\s{1,2})`;
// A sign that opens a said dot or at is no part of a name. A text then splits into names and dots in
// one way only; the time to try every other would grow with the third power of its length.
const NOT_SAID = String.raw`(?!.\s{0,2}(?:dot|at|[.@])\s{0,2}[-*_)\]}>])`;
const LABEL = String.raw`(?:[\p{L}\p{N}${FILLER}]|${NOT_SAID}-){1,63}`;
const LOCAL = String.raw`(?:[\p{L}\p{N}${FILLER}.!#$%&'+/=?^\x60|~]|${NOT_SAID}[-*_]){1,64}`;
const ENDING = String.raw`(?:com|net|org|edu|gov|info|biz|bs|co|io|me|us|uk|ca|de|fr|es|eu)(?![\p{L}\p{N}])`;

const PROVIDER = String.raw`(?:g-?mail|googlemail|yahoo|hotmail|outlook|icloud|proton(?:mail)?)(?![\p{L}\p{N}])`;

/** Each finds the part from the at on, and behind it, as its first group, the name before the at. */
const ADDRESSES = [
  // ann@coral.bs, ann@gmail, ann @ gmail . com
  `(?=@)(?<=(${LOCAL}))@(?=[^.]{0,63}\\p{L})${LABEL}(?:\\.${LABEL})*`,
  `(?=\\s{0,2}@)(?<=(${LOCAL}))\\s{0,2}@\\s{0,2}${LABEL}(?:(?:\\s{0,2}\\.\\s{0,2}|${SAID_DOT})${LABEL}){0,2}(?:\\s{0,2}\\.\\s{0,2}|${SAID_DOT})${ENDING}`,
  // ann (at) coral.bs, ann dot rolle at gmail dot com; "at" alone is an everyday word, so what follows must end as addresses do.
  `(?=${SAID_AT})(?<=((?:${LOCAL}${SAID_DOT}){0,2}${LOCAL}))${SAID_AT}${LABEL}(?:(?:\\.|${SAID_DOT})${LABEL}){0,2}(?:\\.|${SAID_DOT})${ENDING}`,
  // ann at gmail, ann (at) yahoo com
  `(?=${SAID_AT})(?<=((?:${LOCAL}${SAID_DOT}){0,2}${LOCAL}))${SAID_AT}${PROVIDER}(?:[\\s,]{1,2}${ENDING})?`,
].map((pattern) => new RegExp(pattern, "giu"));

const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = String.raw`(?:0?[1-9]|1[0-2])`;
const YEAR = String.raw`(?:19|20)\d\d`;
/** Makes with models that are numbers. */
const MAKE =
  "(?:bmw|chev(?:y|rolet)|chrysler|dodge|fiat|ford|gmc|lexus|mazda|mercedes(?:-benz)?|benz|peugeot|ram|renault|saab|sierra|silverado|volvo)";
const MONTH_NAME = String.raw`\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?`;
const NOT_PHONES = [
  `(?<!\\d)${YEAR}[-/.]${MONTH}[-/.]${DAY}(?!\\d)`,
  `(?<!\\d)(?:${DAY}[-/. ]${MONTH}|${MONTH}[-/. ]${DAY})[-/. ]${YEAR}(?!\\d)`,
  `(?<!\\d)(?:${DAY}[-/.]${MONTH}|${MONTH}[-/.]${DAY})[-/.]\\d\\d(?!\\d)`,
  `(?<!\\d)${DAY}\\s?[-\u2013]\\s?${DAY},?\\s${YEAR}(?!\\d)`,
  `${MONTH_NAME}(?:\\s${DAY}(?:st|nd|rd|th)?)?,?\\s${YEAR}(?!\\d)`,
  String.raw`(?<!\d)\d{1,2}:\d\d(?!\d)`,
  String.raw`[$€£]\s?\d{1,3}(?:,?\d{3})?(?:\.\d{1,2})?(?!\d)`,
  // A position: 25.04781, -77.35542
  String.raw`(?<![\d.])(?:1[0-7]\d|\d?\d)\.\d{4,7}(?![\d.])`,
  // BMW 325 2006, Ford F-150 2018, Mercedes C 300 2019
  String.raw`(?<![a-z])(?:${MAKE}[\s-](?:[a-z]{1,3}[\s-])?|[a-z]-)\d{2,4}\s${YEAR}(?![\s-]?\d)`,
  `(?<!\\d)${YEAR}\\s?[-\u2013/]\\s?${YEAR}(?!\\d)`,
  // An engine beside a year or what goes with it: 1.6 2001, 2019 2.4, 1300 2010, 1.6 16v
  String.raw`(?<![\d.])\d\.\d\s${YEAR}(?!\d)`,
  String.raw`(?<![\d.]|\d\s)[1-6]\d00\s${YEAR}(?!\d)`,
  String.raw`(?<![\d.])${YEAR}\s(?:\d\.\d|[1-6]\d00)(?![\d.]|\s\d)`,
  String.raw`(?<![\d.])\d\.\d\s\d{1,2}[\s-]?(?:v|valves?|speed|seats?|seater|doors?|hp)(?![a-z])`,
].map((pattern) => new RegExp(pattern, "gi"));

/** Seven digits or more, with what people set between them; not over the end of a line. */
const DIGITS = new RegExp(
  String.raw`(?:\+[^\S\n]?)?\(?\d(?:(?:${FILLER}*(?:[^\S\n]|[-().\/_*·•‐‑‒–—−])){0,4}${FILLER}*\d){6,}${FILLER}*`,
  "gu",
);
/** 242, 555, 0100 as numbers are written here, whatever stands between the three, the end of a line too. */
const AREA_AND_NUMBER = new RegExp(
  String.raw`(?<!\d)\d{3}[^\p{L}\p{N}${KEPT}]{1,8}\d{3}[^\p{L}\p{N}${KEPT}]{1,8}\d{4}(?!\d)`,
  "gu",
);
const SPOKEN = "(?:zero|nought|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)";
/** Words alone, or two and more with digits between them: five five five 0100. */
const SPOKEN_DIGITS = new RegExp(
  String.raw`(?<!\p{L})(?=(?:[\d\s,./-]{0,20}${SPOKEN}){2})(?:\d|${SPOKEN})(?:[\s,./-]{0,3}(?:\d|${SPOKEN})){6,}(?!\p{L})`,
  "giu",
);

/** 2019 2020: two years, not a number. */
const areYears = (digits: string): boolean => /^(?:(?:19|20)\d\d\D+)+(?:19|20)\d\d$/.test(digits);

type Span = readonly [from: number, to: number];
const spansOf = (shadow: string, pattern: RegExp): Span[] =>
  [...shadow.matchAll(pattern)].map(({ index, 0: found, 1: before = "" }) => [
    index - before.length,
    index + found.length,
  ]);

function contactsIn(text: string): Span[] {
  const shadow = shadowOf(text);
  const addresses = ADDRESSES.flatMap((pattern) => spansOf(shadow, pattern));
  const rest = NOT_PHONES.reduce(
    (left, pattern) => left.replace(pattern, (found) => KEPT.repeat(found.length)),
    shadow,
  );
  const numbers = [DIGITS, AREA_AND_NUMBER, SPOKEN_DIGITS]
    .flatMap((pattern) => spansOf(rest, pattern))
    .filter(([from, to]) => !areYears(rest.slice(from, to)));
  return [...addresses, ...numbers].toSorted(([a], [b]) => a - b);
}

/** The text with its e-mail addresses and phone numbers hidden; the same text where there are none. */
export const maskContacts = (text: string, hidden: string = HIDDEN_CONTACT): string =>
  hideSpans(text, contactsIn(text), hidden);

/**
 * Hides the contacts that texts hold when they are read together, with `separator` between them.
 */
export function maskSplitContacts(texts: readonly string[], separator: string, hidden: string): string[] {
  const contacts = contactsIn(texts.join(separator));
  let start = 0;
  return texts.map((text) => {
    const inText = contacts
      .map(([from, to]): Span => [Math.max(from - start, 0), Math.min(to - start, text.length)])
      .filter(([from, to]) => from < to);
    start += text.length + separator.length;
    return hideSpans(text, inText, hidden);
  });
}

function hideSpans(text: string, spans: readonly Span[], hidden: string): string {
  let masked = "";
  let at = 0;
  for (const [from, to] of spans) {
    if (from >= at) masked += text.slice(at, from) + hidden;
    at = Math.max(at, to);
  }
  return masked + text.slice(at);
}
