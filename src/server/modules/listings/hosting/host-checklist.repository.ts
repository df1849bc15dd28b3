// SQL for a host's checklist.
import { sql } from "kysely";
import type { DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { HostFacts } from "../../../../domain/person/host-checklist.ts";
import type { IdentityState } from "../../../../domain/person/identity.ts";
import type { Db } from "../../../platform/database/database.ts";

/** Documents that have expired count as uploaded; the car itself says that they have. */
export async function findHostFacts(
  db: Db,
  hostId: string,
): Promise<Omit<HostFacts, "canVerifyPhone">> {
  const [person, cars] = await Promise.all([
    db
      .selectFrom("profiles as profile")
      .innerJoin("identity_states as identity", "identity.user_id", "profile.user_id")
      .leftJoin("payout_details as payout", "payout.host_id", "profile.user_id")
      .where("profile.user_id", "=", hostId)
      .select([
        "profile.phone_verified_at",
        "identity.state",
        sql<boolean>`payout.host_id is not null`.as("hasPayoutDetails"),
      ])
      .executeTakeFirst(),
    db
      .selectFrom("car_listings as car")
      .where("car.host_id", "=", hostId)
      .where("car.deleted_at", "is", null)
      .select([
        "car.is_approved as isApproved",
        sql<boolean>`car.rejection_reason is not null`.as("isRejected"),
        sql<
          DocumentKind[]
        >`array(select kind from car_documents document where document.car_id = car.id)`.as(
          "documents",
        ),
      ])
      .execute(),
  ]);
  return {
    isPhoneVerified: Boolean(person?.phone_verified_at),
    identity: person?.state ?? ("none" satisfies IdentityState),
    hasPayoutDetails: person?.hasPayoutDetails ?? false,
    cars,
  };
}
