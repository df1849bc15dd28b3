// What the bench uses of autocannon, which ships without types.
declare module "autocannon" {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each sending; what it returns is sent. */
    setupRequest?: (request: Request) => Request;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds; not used when `amount` is given. */
    duration?: number;
    /** Requests in all. */
    amount?: number;
    headers?: Record<string, string>;
    /** Each connection sends them in turn, again and again. */
    requests?: Request[];
  }

  interface Result {
    "2xx": number;
    non2xx: number;
    /** Connections that failed, time-outs among them. */
    errors: number;
  }

  interface Run extends PromiseLike<Result> {
    on(event: "response", listener: () => void): this;
  }

  export default function autocannon(options: Options): Run;
}
