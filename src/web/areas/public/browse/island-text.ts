// The text of each island page: facts from geo/ (airports and settlements), and no promises that a
// host would have to keep.
import type { IslandId } from "../../../../domain/place/islands.ts";

export interface IslandText {
  /** Two or three sentences. */
  about: string;
  /** The main airport; the code is IATA's. */
  airport: { name: string; code: string };
  settlements: readonly string[];
  /** Nearest first. */
  neighbours: readonly IslandId[];
}

export const ISLAND_TEXTS: Record<IslandId, IslandText> = {
  "new-providence": {
    about:
      "Most Bahamians live on New Providence, home to the capital, Nassau. The island is about 34 km long and 11 km wide, so nowhere is a long drive, and two bridges lead to Paradise Island.",
    airport: { name: "Lynden Pindling International Airport", code: "NAS" },
    settlements: ["Nassau", "Cable Beach", "Paradise Island", "Lyford Cay"],
    neighbours: ["berry-islands", "andros", "spanish-wells", "harbour-island"],
  },
  "grand-bahama": {
    about:
      "Grand Bahama lies about 90 km off Florida. Freeport is the country's second-largest city, with Lucaya beside it; West End and McLean's Town sit at either end of the long island.",
    airport: { name: "Grand Bahama International Airport", code: "FPO" },
    settlements: ["Freeport", "Lucaya", "Eight Mile Rock", "West End", "High Rock"],
    neighbours: ["abacos", "berry-islands", "bimini"],
  },
  abacos: {
    about:
      "Abaco is Great Abaco, Little Abaco and a long chain of cays. Marsh Harbour is the main town. The larger cays, Hope Town's among them, are reached by ferry.",
    airport: { name: "Leonard M. Thompson International Airport", code: "MHH" },
    settlements: ["Marsh Harbour", "Treasure Cay", "Hope Town", "Cooper's Town"],
    neighbours: ["grand-bahama", "berry-islands", "spanish-wells", "harbour-island"],
  },
  bimini: {
    about:
      "The Bahamian islands closest to Florida, about 80 km east of Miami. A narrow channel separates North Bimini, where the settlements are, from South Bimini, where the airport is.",
    airport: { name: "South Bimini Airport", code: "BIM" },
    settlements: ["Alice Town", "Bailey Town", "Porgy Bay", "Port Royal"],
    neighbours: ["grand-bahama", "berry-islands", "andros", "new-providence"],
  },
  "berry-islands": {
    about:
      "A chain of cays north of Andros. Most residents live on Great Harbour Cay; cruise ships call at two of the northern cays.",
    airport: { name: "Great Harbour Cay Airport", code: "GHC" },
    settlements: ["Bullocks Harbour", "Great Harbour Cay", "Chub Cay"],
    neighbours: ["new-providence", "abacos", "andros", "bimini"],
  },
  andros: {
    about:
      "The country's largest island. Tidal bights split it into North Andros, Mangrove Cay and South Andros, and no road connects the three, so look for a car where you're staying.",
    airport: { name: "Andros Town International Airport", code: "ASD" },
    settlements: ["Fresh Creek", "Andros Town", "Nicholls Town", "Kemps Bay", "Congo Town"],
    neighbours: ["new-providence", "berry-islands", "exumas"],
  },
  eleuthera: {
    about:
      "A narrow island, about 180 km long. One main road runs its length and crosses the Glass Window Bridge, so pick up your car near whichever of the three airports you land at.",
    airport: { name: "Governor's Harbour Airport", code: "GHB" },
    settlements: ["Governor's Harbour", "Rock Sound", "Gregory Town", "Tarpum Bay", "Hatchet Bay"],
    neighbours: ["harbour-island", "spanish-wells", "cat-island", "new-providence"],
  },
  "harbour-island": {
    about:
      "A small island off north-east Eleuthera, with Dunmore Town and a pink-sand beach. You get there by water taxi from North Eleuthera, so a car rented here stays here.",
    airport: { name: "North Eleuthera Airport", code: "ELH" },
    settlements: ["Dunmore Town"],
    neighbours: ["spanish-wells", "eleuthera", "new-providence"],
  },
  "spanish-wells": {
    about:
      "A fishing settlement on St. George's Cay, off northern Eleuthera. You get there by ferry, and a bridge connects it to Russell Island.",
    airport: { name: "North Eleuthera Airport", code: "ELH" },
    settlements: ["Spanish Wells", "Russell Island"],
    neighbours: ["harbour-island", "eleuthera", "new-providence"],
  },
  exumas: {
    about:
      "A chain of cays about 200 km long. George Town on Great Exuma is the main settlement, and a bridge connects it to Little Exuma; you reach the cays to the north by boat or small plane.",
    airport: { name: "Exuma International Airport", code: "GGT" },
    settlements: ["George Town", "Staniel Cay", "Black Point"],
    neighbours: ["cat-island", "long-island", "eleuthera"],
  },
  "cat-island": {
    about:
      "About 77 km from end to end, with settlements all along it. Mount Alvernia, 63 m, is the country's highest point.",
    airport: { name: "New Bight Airport", code: "TBI" },
    settlements: ["New Bight", "Arthur's Town", "Old Bight", "Orange Creek"],
    neighbours: ["exumas", "eleuthera", "san-salvador", "rum-cay"],
  },
  "long-island": {
    about:
      "A narrow island about 130 km long, crossed by the Tropic of Cancer, with airports at Deadman's Cay and Stella Maris. Dean's Blue Hole is near Clarence Town.",
    airport: { name: "Deadman's Cay Airport", code: "LGI" },
    settlements: ["Clarence Town", "Deadman's Cay", "Stella Maris", "Salt Pond", "Simms"],
    neighbours: ["rum-cay", "crooked-island", "exumas", "san-salvador"],
  },
  "san-salvador": {
    about:
      "An island on the eastern edge of the archipelago. Cockburn Town is the main settlement, and the Dixon Hill lighthouse is in the north-east.",
    airport: { name: "San Salvador International Airport", code: "ZSA" },
    settlements: ["Cockburn Town", "United Estates", "Victoria Hill"],
    neighbours: ["rum-cay", "long-island", "cat-island"],
  },
  "rum-cay": {
    about: "A small island south-west of San Salvador with one settlement, Port Nelson.",
    airport: { name: "Rum Cay Airport", code: "RCY" },
    settlements: ["Port Nelson"],
    neighbours: ["long-island", "san-salvador", "cat-island"],
  },
  "crooked-island": {
    about:
      "The island on the north side of the Bight of Acklins. Colonel Hill is the main settlement; Long Cay lies to the south-west, across the water.",
    airport: { name: "Colonel Hill Airport", code: "CRI" },
    settlements: ["Colonel Hill", "Landrail Point", "Cabbage Hill"],
    neighbours: ["acklins", "long-island", "mayaguana"],
  },
  acklins: {
    about: "The island on the east side of the Bight of Acklins. The airport is at Spring Point.",
    airport: { name: "Spring Point Airport", code: "AXP" },
    settlements: ["Spring Point", "Snug Corner", "Salina Point"],
    neighbours: ["crooked-island", "mayaguana", "long-island"],
  },
  mayaguana: {
    about: "The country's easternmost inhabited island. Abraham's Bay is the main settlement.",
    airport: { name: "Mayaguana Airport", code: "MYG" },
    settlements: ["Abraham's Bay", "Pirate's Well", "Betsy Bay"],
    neighbours: ["acklins", "crooked-island", "inagua"],
  },
  inagua: {
    about:
      "The country's southernmost islands. Great Inagua has Matthew Town and a national park known for its flamingos; Little Inagua lies to the north.",
    airport: { name: "Matthew Town Airport", code: "IGA" },
    settlements: ["Matthew Town"],
    neighbours: ["mayaguana", "acklins", "crooked-island"],
  },
  "ragged-island": {
    about: "A southern chain of small cays. Duncan Town is the only settlement.",
    airport: { name: "Duncan Town Airport", code: "DCT" },
    settlements: ["Duncan Town"],
    neighbours: ["long-island", "exumas", "crooked-island"],
  },
};
