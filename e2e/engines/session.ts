// A browser window under remote control, as far as the tests of other engines need it. Playwright
// drives only its own builds of WebKit and Firefox; these are the ones that Debian ships.

export interface Session {
  /** Begins to load a page; does not wait for its scripts. */
  navigate(url: string): Promise<void>;
  /** Evaluates an expression of type string in the page. */
  evaluate(expression: string): Promise<string>;
  /** Performs actions as the WebDriver standard describes them. */
  act(actions: readonly ActionSource[]): Promise<void>;
  /** The ids of the open windows and tabs. */
  windows(): Promise<string[]>;
  /** Uses another window from now on. */
  use(window: string): Promise<void>;
  close(): Promise<void>;
}

export interface ActionSource {
  type: "pointer" | "key";
  id: string;
  actions: readonly object[];
}

/** The size of the window, about that of a phone. */
export const SIZE = { width: 430, height: 900 };

export interface Engine {
  name: string;
  /** What Debian calls it. */
  packages: string;
  isInstalled(): boolean;
  start(): Promise<Session>;
}
