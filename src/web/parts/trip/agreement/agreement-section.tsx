// The rental agreement on the page of a trip: who has signed, the text, the form to sign it, and
// the PDF.
import { lazy, Suspense, use, useId, useRef, useState, type RefObject } from "react";
import type { Agreement } from "../../../../contract/bookings/agreements.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { SIGNATURE_BOX } from "../../../../domain/trip/signature.ts";
import { isCode } from "../../../api/api.ts";
import { streamAsUser } from "../../../api/as-user.ts";
import { saveFile } from "../../../api/save-file.ts";
import { useApiAction } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { explainTrip } from "../explain-trip.tsx";
import { UnsentContext } from "../offline/unsent-context.ts";
import { formatAt, nameSide } from "../trip-text.ts";
import { useAgreement } from "./use-agreement.ts";

const SignForm = lazy(() => import("./sign-form.tsx"));

export default function AgreementSection({ trip }: { trip: Trip }) {
  const { agreement, query } = useAgreement(trip);
  const { error } = query;
  // A trip that is over without a signature.
  if (isCode(error, "no_trip") && !agreement) return null;
  return (
    <Panel as="section" aria-labelledby="agreement" className="grid gap-5">
      <h2 id="agreement" className="text-2xl">
        Rental agreement
      </h2>
      {agreement ? (
        <Content trip={trip} agreement={agreement} onChanged={() => void query.refetch()} />
      ) : query.isPending ? (
        <Skeleton className="h-24 rounded-md" />
      ) : (
        <FailedState
          title="The agreement didn't load."
          text={explainTrip(error, "Check your connection and try again.")}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </Panel>
  );
}

interface ContentProps {
  trip: Trip;
  agreement: Agreement;
}

function Content({ trip, agreement, onChanged }: ContentProps & { onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  /** The text on the page. It changes only when the reader asks for the new one. */
  const [shown, setShown] = useState<Agreement | null>(null);
  const textId = useId();
  const hasSigned = agreement.signatures.some(({ side }) => side === trip.side);
  return (
    <>
      <ul className="grid gap-3">
        {(["renter", "host"] as const).map((side) => (
          <li key={side}>
            <SideState trip={trip} agreement={agreement} side={side} />
          </li>
        ))}
      </ul>
      {agreement.may_sign && hasSigned && (
        <Note variant="sun" icon={<Icon name="info" />}>
          <b>The agreement has changed since you signed it.</b> Your signature stays with the text
          that you were shown. Please read and sign the new one.
        </Note>
      )}
      {agreement.may_sign && !hasSigned && !isOpen && (
        <p className="text-muted-foreground">
          It puts in writing what you&rsquo;ve booked. Signing is optional, and the pickup
          doesn&rsquo;t wait for it.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={agreement.may_sign ? "default" : "outline"}
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={() => {
            setShown(shown ?? agreement);
            setOpen(!isOpen);
          }}
        >
          {isOpen ? "Hide agreement" : agreement.may_sign ? "Read and sign" : "Read agreement"}
        </Button>
        <PdfButton trip={trip} textSha256={agreement.text_sha256} onChanged={onChanged} />
      </div>
      {/* Stays in place while it is hidden, so that nothing typed is lost. */}
      <div id={textId} className={isOpen ? "grid gap-6" : "hidden"}>
        {shown && <TextAndForm trip={trip} agreement={agreement} shown={shown} onShow={setShown} />}
      </div>
      <EarlierTexts trip={trip} agreement={agreement} onChanged={onChanged} />
    </>
  );
}

interface TextAndFormProps extends ContentProps {
  /** The text on the page. */
  shown: Agreement;
  onShow: (agreement: Agreement) => void;
}

function TextAndForm({ trip, agreement, shown, onShow }: TextAndFormProps) {
  const bodyRef = useRef<HTMLElement>(null);
  return (
    <>
      <AgreementBody agreement={shown} bodyRef={bodyRef} />
      <div role="status" className="empty:hidden">
        {shown.text_sha256 !== agreement.text_sha256 && (
          <Note variant="sun" icon={<Icon name="info" />}>
            <p>
              <b>The agreement has changed since you opened it.</b> Please read the new text before
              you sign.
            </p>
            <Button
              variant="outline"
              size="small"
              className="mt-3"
              onClick={() => {
                onShow(agreement);
                bodyRef.current?.focus();
              }}
            >
              Show the new version
            </Button>
          </Note>
        )}
      </div>
      {agreement.may_sign && (
        <Suspense>
          <SignForm trip={trip} agreement={shown} currentSha256={agreement.text_sha256} />
        </Suspense>
      )}
    </>
  );
}

/** The PDFs of earlier texts that somebody signed. */
function EarlierTexts({ trip, agreement, onChanged }: ContentProps & { onChanged: () => void }) {
  const earlier = agreement.signatures.filter(
    (each, index, all) =>
      each.text_sha256 !== agreement.text_sha256 &&
      all.findIndex(({ text_sha256 }) => text_sha256 === each.text_sha256) === index,
  );
  if (earlier.length === 0) return null;
  return (
    <div className="grid gap-3">
      <h3 className="text-lg">Earlier versions you can download</h3>
      <ul className="grid gap-3">
        {earlier.map(({ id, at, text_sha256 }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3">
            Signed on {formatAt(at)}
            <PdfButton trip={trip} textSha256={text_sha256} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether a side has signed, and the strokes of the signature. */
function SideState({ trip, agreement, side }: ContentProps & { side: "renter" | "host" }) {
  const signature = agreement.signatures.findLast((each) => each.side === side);
  const isCurrent = signature?.text_sha256 === agreement.text_sha256;
  const who = nameSide(trip, side);
  const isYou = side === trip.side;
  const isUnsent = use(UnsentContext).has(signature?.id ?? "");
  if (!signature)
    return (
      <span className="text-muted-foreground">
        {who} {isYou ? "haven't" : "hasn't"} signed yet.
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>
        {who} signed on {formatAt(signature.at)}
        {formatAt(signature.received_at) !== formatAt(signature.at) &&
          ` (received on ${formatAt(signature.received_at)})`}{" "}
        as <b>{signature.name}</b>
        {isCurrent ? "." : ", in an earlier version."}
        {isUnsent && " Not sent yet."}
      </span>
      {signature.path && (
        <svg
          viewBox={`0 0 ${SIGNATURE_BOX.width} ${SIGNATURE_BOX.height}`}
          className="h-10 w-[7.5rem] fill-none stroke-foreground stroke-[6] [stroke-linecap:round]"
          aria-hidden="true"
        >
          <path d={signature.path} />
        </svg>
      )}
    </span>
  );
}

interface AgreementBodyProps {
  agreement: Agreement;
  bodyRef: RefObject<HTMLElement | null>;
}

const AgreementBody = ({ agreement, bodyRef }: AgreementBodyProps) => (
  <article
    ref={bodyRef}
    tabIndex={-1}
    aria-label={agreement.title}
    className="grid gap-5 rounded-md bg-surface-2 p-5"
  >
    <h3 className="text-lg">{agreement.title}</h3>
    {agreement.sections.map(({ title, lines }) => (
      <section key={title} className="grid gap-1">
        <h4 className="font-bold">{title}</h4>
        {lines.map((line, index) => (
          <p key={`${index}`} className="wrap-anywhere">
            {line}
          </p>
        ))}
      </section>
    ))}
  </article>
);

interface PdfButtonProps {
  trip: Trip;
  textSha256: string;
  onChanged: () => void;
}

function PdfButton({ trip, textSha256, onChanged }: PdfButtonProps) {
  const saving = useApiAction(
    async () => {
      const call = {
        params: { id: trip.booking_id },
        query: { text_sha256: textSha256 },
      };
      return (await streamAsUser("GET /api/bookings/{id}/agreement.pdf", call)).blob();
    },
    {
      onError: (error) => {
        const isOld = isCode(error, "not_found");
        if (isOld) onChanged();
        toast({
          title: "Not downloaded",
          description: isOld
            ? "The agreement has changed. Please download it again."
            : explainTrip(error, "We couldn't download the PDF. Please try again in a moment."),
          variant: "destructive",
        });
      },
      onSuccess: (file) => saveFile(file, `rental-agreement-${trip.booking_number}.pdf`),
    },
  );
  return (
    <Button
      variant="outline"
      busy={saving.isPending}
      busyLabel="Downloading..."
      onClick={() => saving.mutate()}
    >
      <Icon name="download" size={18} />
      Download PDF
    </Button>
  );
}
