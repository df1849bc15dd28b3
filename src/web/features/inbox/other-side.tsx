// The face of whom somebody writes with; an initial for support.
import type { Conversation } from "../../../contract/messaging.ts";
import { portraitUrl } from "../../../domain/portrait.ts";
import { Avatar } from "../../ui/avatar.tsx";

export function OtherSide({ other }: Pick<Conversation, "other">) {
  if (!other) return <Avatar firstName="C" lastName="" />;
  const photo = other.photo_id ? portraitUrl(other.photo_id, 96) : undefined;
  return <Avatar firstName={other.first_name} lastName={other.last_name} photo={photo} />;
}
