// The parts of autocannon that the bench uses. It ships without types.
declare module "autocannon" {
  interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each request; the returned request is sent. */
    setupRequest?: (request: Request) => Request;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds; ignored if `amount` is given. */
    duration?: number;
    /** Requests in total. */
    amount?: number;
    headers?: Record<string, string>;
    /** Each connection sends them in turn, repeatedly. */
    requests?: Request[];
  }

  interface Result {
    "2xx": number;
    non2xx: number;
    /** Failed connections, including time-outs. */
    errors: number;
  }

  interface Run extends PromiseLike<Result> {
    on(event: "response", listener: () => void): this;
  }

  export default function autocannon(options: Options): Run;
}
