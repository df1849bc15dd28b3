// The texts of the demo's reviews, by the name of the trip (trips.ts).

interface ReviewTexts {
  trip: string;
  /** scores: cleanliness, condition, communication, value. */
  ofCar?: { stars: number; scores: readonly [number, number, number, number]; body: string };
  ofRenter?: { stars: number; body: string };
  answer?: string;
  /** The host's report, which is not decided yet. */
  reported?: string;
}

const GOOD_RENTER = {
  stars: 5,
  body: "On time both ways, and the car came back cleaner than it went out.",
};

export const REVIEW_TEXTS: readonly ReviewTexts[] = [
  {
    trip: "main crv-lyford-cay",
    ofCar: {
      stars: 5,
      scores: [5, 5, 5, 4],
      body: "Deron had the child seat fitted before we landed, and showed me how the clips work. Roomy, quiet, cold air from the first minute.",
    },
    ofRenter: { stars: 5, body: "Easy to deal with, careful with the car, full tank on return." },
    answer: "Thank you, Marcus. The seat stays in the garage for the next time.",
  },
  {
    trip: "main onward-hope-town",
    ofCar: {
      stars: 4,
      scores: [4, 4, 5, 4],
      body: "Just the thing for Hope Town. The battery held all day; the last hill takes patience with four people on board.",
    },
    ofRenter: {
      stars: 5,
      body: "Parked where he should, plugged it in every night. Welcome back any time.",
    },
  },
  {
    trip: "main jimny-george-town",
    ofCar: {
      stars: 5,
      scores: [4, 5, 5, 5],
      body: "Went everywhere we pointed it, down to the beach at Rolle Town. A little sand in the boot when we got it, and a good deal more when we gave it back.",
    },
    ofRenter: { stars: 4, body: "Friendly and reliable. Please shake the towels out next time." },
  },
  // Sealed: the main renter can still write.
  {
    trip: "main camry-airport",
    ofRenter: { stars: 5, body: "Called when the flight was late. Model guest." },
  },
  {
    trip: "camry-airport 3",
    ofCar: {
      stars: 5,
      scores: [5, 5, 5, 5],
      body: "Keisha was waiting outside arrivals, and we were on the road in five minutes. I would not rent at a counter again.",
    },
    ofRenter: GOOD_RENTER,
  },
  {
    trip: "camry-airport 2",
    ofCar: {
      stars: 4,
      scores: [5, 3, 5, 4],
      body: "Clean and comfortable. It has some miles on it, and the left rear window is slow, but it never let us down.",
    },
    answer: "You are right about the window. The motor has been replaced since.",
  },
  {
    trip: "escape-little-exuma 2",
    ofCar: {
      stars: 5,
      scores: [5, 5, 4, 5],
      body: "A week on one tank. Perfect for the long straight road down to Williams Town.",
    },
    ofRenter: GOOD_RENTER,
  },
  {
    trip: "mustang-paradise-island 3",
    ofCar: {
      stars: 5,
      scores: [5, 5, 5, 4],
      body: "Top down over the bridge at sunset. Not a car for much luggage, and nobody said it was.",
    },
    ofRenter: { stars: 5, body: "A pleasure. Brought it back a little early, and washed." },
  },
  {
    trip: "vitz-cable-beach 1",
    ofCar: {
      stars: 4,
      scores: [4, 4, 5, 5],
      body: "Small, cheap to run, easy to park downtown. What you want for Nassau.",
    },
  },
  {
    trip: "xtrail-exuma-airport 2",
    ofCar: {
      stars: 2,
      scores: [2, 3, 3, 2],
      body: "The car smelled of smoke, and it took three messages to hear where the key was. It drove well enough.",
    },
    ofRenter: { stars: 4, body: "Left the car in order. We did not agree about the smell." },
    answer:
      "I am sorry. The renter before had smoked in it; it has been through a full clean since.",
    reported: "The smoke was gone by the second day, and the review leaves that out.",
  },
  {
    trip: "z4-emerald-bay 2",
    ofCar: {
      stars: 5,
      scores: [5, 5, 5, 4],
      body: "Spoiled us for every other rental. Spotless, and a joy on the empty road.",
    },
    ofRenter: GOOD_RENTER,
  },
  {
    trip: "wrangler-arawak-cay 1",
    ofCar: {
      stars: 4,
      scores: [3, 4, 5, 4],
      body: "Loud, bouncy and exactly right for the south side beaches. Wipe the seats before white trousers.",
    },
    ofRenter: { stars: 5, body: "Good fun, good manners, no scratches." },
  },
  {
    trip: "noah-rock-sound 1",
    ofCar: {
      stars: 5,
      scores: [5, 4, 5, 5],
      body: "Seven of us with boards, from one end of Eleuthera to the other. Marvin told us where the potholes are.",
    },
    ofRenter: GOOD_RENTER,
  },
  {
    trip: "camry-airport 1",
    ofCar: {
      stars: 5,
      scores: [5, 4, 5, 5],
      body: "Late flight, long queue, and the car was there with a bottle of cold water in the door. Thank you.",
    },
    ofRenter: { stars: 5, body: "Lovely guest, and a careful driver." },
  },
  {
    trip: "escape-little-exuma 1",
    ofCar: {
      stars: 4,
      scores: [4, 5, 5, 4],
      body: "Quiet and thrifty. The one thing missing was a second key for two drivers.",
    },
  },
  {
    trip: "tacoma-marsh-harbour 2",
    ofCar: {
      stars: 5,
      scores: [4, 5, 5, 5],
      body: "Strong truck, honest host. Pickup at the ferry took a minute.",
    },
  },
  {
    trip: "fit-freeport 2",
    ofCar: {
      stars: 4,
      scores: [5, 4, 4, 5],
      body: "Does what it should for very little money. I would have liked an earlier reply about the pickup.",
    },
    ofRenter: { stars: 5, body: "No trouble at all." },
    answer: "Fair point. I reply at weekends now, too.",
  },
  {
    trip: "defender-cat-island 1",
    ofCar: {
      stars: 5,
      scores: [4, 5, 5, 4],
      body: "Up to the Hermitage and back without a worry. Leroy knows every track on the island.",
    },
    ofRenter: { stars: 5, body: "Drives like someone who owns one." },
  },
];
