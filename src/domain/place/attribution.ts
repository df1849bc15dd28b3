// The attributions that the licences of the bundled map data require; see geo/README.md.

export const GAZETTEER_ATTRIBUTION =
  "Places: © OpenStreetMap contributors (ODbL), GeoNames (CC BY 4.0), Who's On First, OurAirports, airport-data-js (CC BY 4.0)";

/** For a map with coastlines and names. Both were modified for the product. */
export const MAP_ATTRIBUTION = `Shoreline: modified from GSHHG (LGPL). ${GAZETTEER_ATTRIBUTION}`;
