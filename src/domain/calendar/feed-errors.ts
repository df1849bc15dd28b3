// The errors about the calendars of other sites, with their details (domain/errors.ts).

type None = Record<string, never>;

export interface FeedErrorDetails {
  too_many_feeds: { limit: number };
  feed_known: None;
  feed_url_invalid: None;
  feed_address_refused: None;
  feed_unreachable: None;
  feed_too_slow: { seconds: number };
  feed_too_many_redirects: { limit: number };
  feed_answer_refused: { status: number };
  feed_too_large: { limit_bytes: number };
  feed_not_calendar: None;
  feed_too_many_events: { limit: number };
  feed_too_complex: None;
}
