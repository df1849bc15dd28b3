// The avatar of the other person in a conversation; an initial for support.
import type { Conversation } from "../../../contract/people/messaging.ts";
import { Avatar } from "../../ui/avatar.tsx";

export function OtherPerson({ other }: Pick<Conversation, "other">) {
  if (!other) return <Avatar firstName="C" lastName="" />;
  return (
    <Avatar firstName={other.first_name} lastName={other.last_name} photoId={other.photo_id} />
  );
}
