// The admins' search over everything: the first matches of each list that the admin may read.
import { FOUND_PER_KIND, type adminSearch } from "../../../contract/admin/admin-search.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { mayAsAdmin } from "../../../domain/policies/admin.ts";
import type { Ctx, User } from "../../platform/context.ts";
import { listUsers } from "../accounts/admin-users.service.ts";
import { searchAllBookings } from "../bookings/admin/admin-bookings.service.ts";
import { listForReview } from "../listings/review/listing-review.service.ts";
import { listCases } from "../support/support.service.ts";

export async function searchEverything(
  ctx: Pick<Ctx, "db" | "clock" | "sms">,
  admin: User,
  text: string,
): Promise<Output<typeof adminSearch>> {
  const query = { search: text, limit: FOUND_PER_KIND };
  const [bookings, people, cars, cases] = await Promise.all([
    searchAllBookings(ctx, query),
    listUsers(ctx, query),
    listForReview(ctx, query),
    mayAsAdmin("handle_cases", admin)
      ? listCases(ctx, admin, query)
      : { cases: [], next_cursor: null },
  ]);
  return {
    bookings,
    people: { items: people.users, more: people.next_cursor !== null },
    cars: { items: cars.listings, more: cars.next_cursor !== null },
    cases: { items: cases.cases, more: cases.next_cursor !== null },
  };
}
