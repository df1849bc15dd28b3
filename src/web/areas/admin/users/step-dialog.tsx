// Asks before a role or a suspension changes, and says what happens then.
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { reasonKey, useUserStep, type UserStep } from "./use-admin-users.ts";

export interface StepDialogProps {
  person: AdminUser;
  step: UserStep;
  /** Kept as it is, done, or not possible any more. */
  onClose: () => void;
}

export function StepDialog({ person, step, onClose }: StepDialogProps) {
  const { user } = useSession();
  const changing = useUserStep(person, step, onClose);
  const busy = changing.isPending;
  const { title, text, act, takes } = wordsFor(person, step, person.id === user?.id);
  if (step.kind === "suspend")
    return (
      <ReasonDialog
        title={title}
        description={text}
        hint={`${person.first_name} receives it by email.`}
        keep="Keep Account"
        act={act}
        acting="Suspending..."
        keptAs={reasonKey(person.id)}
        busy={busy}
        onKeep={onClose}
        onAct={(reason) => changing.mutate(reason)}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={title}
      description={text}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Keep as It Is
          </Button>
          <Button
            variant={takes ? "destructive" : "default"}
            busy={busy}
            busyLabel="One moment..."
            onClick={() => changing.mutate("")}
          >
            {act}
          </Button>
        </>
      }
    />
  );
}

interface Words {
  title: string;
  text: string;
  act: string;
  /** Something is taken away. */
  takes: boolean;
}

function wordsFor({ first_name, last_name }: AdminUser, step: UserStep, isSelf: boolean): Words {
  const name = `${first_name} ${last_name}`;
  if (step.kind === "suspend")
    return {
      title: "Suspend Account",
      text: `${name} is signed out everywhere and can't sign in. Listings leave the site; bookings that exist stay.`,
      act: "Suspend Account",
      takes: true,
    };
  if (step.kind === "lift")
    return {
      title: "Lift Suspension",
      text: `${name} can sign in again. Listings stay switched off until their host activates them.`,
      act: "Lift Suspension",
      takes: false,
    };
  if (step.role === "host")
    return step.granted
      ? {
          title: "Make a Host",
          text: `${name} can list cars and enters the host area.`,
          act: "Make a Host",
          takes: false,
        }
      : {
          title: "Take Host Role",
          text: `${name} can't enter the host area any more. Listings leave the site; bookings that exist stay.`,
          act: "Take Host Role",
          takes: true,
        };
  return step.granted
    ? {
        title: "Make an Admin",
        text: `${name} sees everybody's data, decides about listings and bookings, and changes roles and suspensions, as you do.`,
        act: "Make an Admin",
        takes: false,
      }
    : {
        title: "Take Admin Role",
        text: isSelf
          ? "This is your own role: you leave this area at once, and another admin has to let you in again."
          : `${name} can't enter this area any more.`,
        act: "Take Admin Role",
        takes: true,
      };
}
