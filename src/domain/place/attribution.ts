// What the licences of the bundled map data ask to be shown with it; geo/README.md says why.

export const GAZETTEER_ATTRIBUTION =
  "Places: © OpenStreetMap contributors (ODbL), GeoNames (CC BY 4.0), Who's On First, OurAirports, airport-data-js (CC BY 4.0)";

/** For a map with coast lines and names. Both were changed for the product. */
export const MAP_ATTRIBUTION = `Shoreline: modified from GSHHG (LGPL). ${GAZETTEER_ATTRIBUTION}`;
