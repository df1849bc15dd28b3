// Finds short texts by word prefixes in any order, ignoring accents and punctuation and tolerating
// typing errors. It knows nothing about places. docs/decisions/0007-own-place-index.md explains why
// this is not a library.

export interface Entry {
  /** Its name first, then its other names. */
  names: readonly string[];
  /** Further text that a search may mention besides the names, such as the island. */
  context: readonly string[];
  /** Among equally good matches, the entry with the greater importance comes first. */
  importance: number;
}

/** @returns the positions of the matching entries, best first. */
export type TextIndex = (query: string, limit: number) => number[];

/** The maximum number of search words that are used. No text needs more, and each costs time. */
const MOST_WORDS = 10;

/** The typing errors tolerated in a word of this length. */
const errorsForgiven = (letters: number): number => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/**
 * Lower case, without accents and apostrophes. Anything else that is neither letter nor digit
 * separates words.
 */
const splitWords = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}|['’‘`´]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The two spellings of "Saint". Each matches the other. */
const TWINS = new Map([
  ["st", "saint"],
  ["saint", "st"],
]);

/** The words that find a name. The joined form serves "Georgetown" and "Man-O-War". */
function findableWords(name: string): string[] {
  const words = splitWords(name);
  return [...words, ...words.flatMap((word) => TWINS.get(word) ?? []), words.join("")];
}

// The cost of a match, cheapest first. Matching word by word costs more than matching the whole
// name.
const IS_NAME = 0;
const IS_OTHER_NAME = 1;
const BEGINS_NAME = 2;
const BY_WORDS = 3;
// Added for each word:
const UNFINISHED = 1;
const OF_CONTEXT = 2;
const PER_ERROR = 4;

export function openTextIndex(entries: readonly Entry[]): TextIndex {
  const numbers = new Map<string, number>();
  const findWordNumber = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
  const indexed = entries.map(({ names, context }) => ({
    names: names.map((name) => splitWords(name).join("")),
    own: [...new Set(names.flatMap(findableWords))].map(findWordNumber),
    context: [...new Set(context.flatMap(findableWords))].map(findWordNumber),
  }));
  const vocabulary = [...numbers.keys()];

  /** For each word of the vocabulary, the cost of matching it with one typed word. */
  function calculateCosts(typed: string, forgiving: boolean): Float64Array {
    const limit = forgiving ? errorsForgiven(typed.length) : 0;
    const costs = new Float64Array(vocabulary.length);
    for (const [number, word] of vocabulary.entries())
      costs[number] = costOfWord(typed, word, limit);
    return costs;
  }

  /** Infinity unless every typed word is found in the entry. */
  function costByWords(entry: (typeof indexed)[number], costs: readonly Float64Array[]): number {
    let sum = BY_WORDS;
    for (const each of costs) {
      let best = Infinity;
      for (const number of entry.own) best = Math.min(best, each[number] ?? Infinity);
      for (const number of entry.context)
        best = Math.min(best, (each[number] ?? Infinity) + OF_CONTEXT);
      if (best === Infinity) return Infinity;
      sum += best;
    }
    return sum;
  }

  function find(
    typed: readonly string[],
    forgiving: boolean,
  ): { position: number; cost: number }[] {
    const joined = typed.join("");
    const costs = [...new Set(typed)]
      .slice(0, MOST_WORDS)
      .map((word) => calculateCosts(word, forgiving));
    return indexed
      .map((entry, position) => ({
        position,
        cost: Math.min(costAsName(entry.names, joined), costByWords(entry, costs)),
      }))
      .filter(({ cost }) => cost < Infinity);
  }

  return (query, limit) => {
    const typed = splitWords(query);
    if (typed.length === 0) return [];
    const exact = find(typed, false);
    const found = exact.length > 0 ? exact : find(typed, true);
    const getImportance = (position: number): number => entries[position]?.importance ?? 0;
    return found
      .toSorted((a, b) => a.cost - b.cost || getImportance(b.position) - getImportance(a.position))
      .slice(0, limit)
      .map(({ position }) => position);
  };
}

/**
 * @param names without spaces
 * @param joined the typed words without spaces
 */
function costAsName(names: readonly string[], joined: string): number {
  const position = names.indexOf(joined);
  if (position >= 0) return position === 0 ? IS_NAME : IS_OTHER_NAME;
  return names.some((name) => name.startsWith(joined)) ? BEGINS_NAME : Infinity;
}

/** @param limit the maximum number of errors tolerated */
function costOfWord(typed: string, word: string, limit: number): number {
  if (word.startsWith(typed)) return word === typed ? 0 : UNFINISHED;
  if (limit === 0 || word.length < typed.length - limit) return Infinity;
  const { errors, finished } = errorsIn(typed, word, limit);
  return errors > limit ? Infinity : errors * PER_ERROR + (finished ? 0 : UNFINISHED);
}

/** Rows of the table below, reused for every word. They are longer than any word of an index. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(200));
const FAR = 100;

/**
 * The fewest errors that turn a word, or a prefix of it, into the typed word: an insertion, a
 * deletion, a substitution or a swap of neighbours. This is optimal string alignment, row by row,
 * computed only as far from the diagonal as the limit allows.
 */
function errorsIn(
  typed: string,
  word: string,
  limit: number,
): { errors: number; finished: boolean } {
  const width = Math.min(word.length, typed.length + limit);
  let [beforeLast, last, current] = ROWS as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= width; column++) last[column] = column;
  let fewest = 0;
  for (let row = 1; row <= typed.length && fewest <= limit; row++) {
    const [from, to] = [Math.max(1, row - limit), Math.min(width, row + limit)];
    current[from - 1] = from === 1 ? row : FAR;
    if (to === row + limit) last[to] = FAR;
    fewest = FAR;
    for (let column = from; column <= to; column++) {
      const same = typed[row - 1] === word[column - 1];
      let errors = Math.min(
        last[column - 1]! + (same ? 0 : 1),
        last[column]! + 1,
        current[column - 1]! + 1,
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        typed[row - 1] === word[column - 2] &&
        typed[row - 2] === word[column - 1];
      if (swapped) errors = Math.min(errors, beforeLast[column - 2]! + 1);
      current[column] = errors;
      fewest = Math.min(fewest, errors);
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  const isWhole = typed.length + limit >= word.length && word.length >= typed.length - limit;
  return { errors: fewest, finished: isWhole && last[word.length] === fewest };
}
