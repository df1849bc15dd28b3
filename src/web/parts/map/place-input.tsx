// The field for a place: free text with suggestions. Before anything is typed, it suggests the main
// airports and ports, and "Near me".
import { useEffect, useEffectEvent, useState } from "react";
import type { Place } from "../../../contract/listings/places.ts";
import { isAllowedForCars } from "../../../domain/place/bahamas.ts";
import { NEAR_ME, nearMe, type NamedPoint } from "../../../domain/place/distance.ts";
import { findIslandByName, type IslandId } from "../../../domain/place/islands.ts";
import { MAX_SEARCH_LENGTH } from "../../../domain/text/limits.ts";
import type { InputProps } from "../../ui/form/controls.tsx";
import { Combobox } from "../../ui/form/combobox.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { optionIcon, toPlaceOption } from "./place-option.tsx";
import { usePlaces, useSuggestedPlaces } from "./use-places.ts";

/** Either a place or an island: distances from the middle of a large island mean nothing. */
export interface ChosenPlace {
  place?: NamedPoint;
  island?: IslandId;
}

export interface PlaceInputProps extends Pick<InputProps, "id" | "icon" | "className"> {
  value: string;
  onType: (text: string) => void;
  onChoose: (chosen: ChosenPlace) => void;
}

/** It takes seconds, so it must not replace what was typed or chosen in the meantime. */
interface Position {
  place: NamedPoint;
  /** What the field showed when it was asked for. */
  replaces: string;
}

const NEAR_ME_OPTION = {
  id: "near-me",
  label: NEAR_ME,
  icon: optionIcon("locate-fixed"),
  place: null,
};

export function PlaceInput({ value, onType, onChoose, ...input }: PlaceInputProps) {
  /** What was typed since the field got the focus. */
  const [typed, setTyped] = useState<string | null>(null);
  const [hasBeenFocused, setHasBeenFocused] = useState(false);
  const found = usePlaces(typed);
  const suggested = useSuggestedPlaces(hasBeenFocused);
  const hasTyped = typed !== null && typed.trim() !== "";
  const { places, attribution } = hasTyped ? found : suggested;
  const options = [
    ...(hasTyped || !hasBeenFocused || !("geolocation" in navigator) ? [] : [NEAR_ME_OPTION]),
    ...places.map(toPlaceOption),
  ];
  const [position, setPosition] = useState<Position | null>(null);
  const choosePosition = useEffectEvent(({ place, replaces }: Position) => {
    if (replaces === value) onChoose({ place });
  });
  useEffect(() => {
    if (position) choosePosition(position);
  }, [position]);
  const choose = async (place: Place | null) => {
    setTyped(null);
    if (place) return onChoose(toChosen(place));
    const visitor = await findVisitor();
    if (visitor) setPosition({ place: visitor, replaces: value });
  };
  return (
    <Combobox
      {...input}
      name="location"
      placeholder="Island, town or airport"
      maxLength={MAX_SEARCH_LENGTH}
      enterKeyHint="search"
      value={value}
      onValueChange={(text) => {
        setTyped(text);
        onType(text);
      }}
      onFocus={() => {
        setHasBeenFocused(true);
        setTyped(null);
      }}
      opensOnFocus
      listLabel="Places"
      options={options}
      emptyText={hasTyped && found.hasNoMatch ? "No places found" : undefined}
      onPick={({ place }) => void choose(place)}
      footer={attribution}
    />
  );
}

function toChosen({ kind, name, latitude, longitude }: Place): ChosenPlace {
  const island = kind === "island" ? findIslandByName(name) : undefined;
  return island ? { island } : { place: { name, latitude, longitude } };
}

const LOCATING = { timeout: 10_000, maximumAge: 5 * 60_000 };

/** The visitor's position. If it is unusable, a toast says why. */
async function findVisitor(): Promise<NamedPoint | undefined> {
  const refuse = (description: string) =>
    toast({ title: "Near me", description, variant: "neutral" });
  try {
    const { coords } = await new Promise<GeolocationPosition>((done, failed) =>
      navigator.geolocation.getCurrentPosition(done, failed, LOCATING),
    );
    const place = nearMe(coords);
    if (isAllowedForCars(place)) return place;
    refuse("You're not in The Bahamas yet. Choose an airport or a town instead.");
  } catch {
    refuse("We couldn't get your location. Choose an airport or a town instead.");
  }
  return undefined;
}
