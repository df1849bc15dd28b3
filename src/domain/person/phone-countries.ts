// Phone numbers as people enter them (a country and the number dialled there) and the E.164 that is
// stored. Calling codes: ITU-T E.164 and the list of the North American Numbering Plan. A library
// with every numbering plan takes 80 kB.
import { compactPhone } from "./phone.ts";

/**
 * Calling codes by country (ISO 3166). Numbers with a shared code are attributed to the first
 * country.
 */
const CODES =
  "BS1242 US1 CA1 GB44 TC1649 HT509 JM1876 CU53 KY1345 BM1441 DO1809 AG1268 AI1264 AS1684 BB1246 DM1767 GD1473 GU1671 KN1869 " +
  "LC1758 MP1670 MS1664 PR1787 SX1721 TT1868 VC1784 VG1284 VI1340 AD376 AE971 AF93 AL355 AM374 AO244 AR54 AT43 AU61 AW297 AZ994 " +
  "BA387 BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BN673 BO591 BQ599 BR55 BT975 BW267 BY375 BZ501 CD243 CF236 CG242 CH41 CI225 CK682 " +
  "CL56 CM237 CN86 CO57 CR506 CV238 CW599 CY357 CZ420 DE49 DJ253 DK45 DZ213 EC593 EE372 EG20 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 " +
  "FO298 FR33 GA241 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GW245 GY592 HK852 HN504 HR385 HU36 ID62 " +
  "IE353 IL972 IM44 IN91 IQ964 IR98 IS354 IT39 JE44 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KP850 KR82 KW965 KZ7 LA856 LB961 LI423 " +
  "LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MQ596 MR222 MT356 MU230 " +
  "MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 " +
  "PL48 PM508 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SK421 SL232 " +
  "SM378 SN221 SO252 SR597 SS211 ST239 SV503 SY963 SZ268 TD235 TG228 TH66 TJ992 TL670 TM993 TN216 TO676 TR90 TW886 TZ255 UA380 UG256 " +
  "UY598 UZ998 VA39 VE58 VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263";

/** The calling code of each country, without its plus. */
export const DIAL_CODES: ReadonlyMap<string, string> = new Map(
  CODES.split(" ").map((each) => [each.slice(0, 2), each.slice(2)]),
);
export const HOME_COUNTRY = "BS";

/** Premium-rate numbers in all +1 countries. */
const PREMIUM = /^\+1(?:900|976)/;

/**
 * Whether an E.164 number belongs to a country. Satellite and service numbers, which are expensive
 * to reach, do not.
 */
export const isInCountry = (phone: string): boolean =>
  !PREMIUM.test(phone) && [...DIAL_CODES.values()].some((code) => phone.startsWith(`+${code}`));

/** The leading 0 of a national number is not dialled from abroad, except in these countries. */
const KEEPS_NOUGHT = ["IT", "SM", "VA", "CI", "CG", "BJ"];

export interface EnteredPhone {
  country: string;
  /** As typed, without the country code. */
  number: string;
}

/**
 * Splits a number with a plus, or two zeros, into country and the rest. An unknown code keeps the
 * country. Additional North American area codes (829 in the Dominican Republic) are shown with the
 * shared 1.
 */
export function splitPhone(whole: string, otherwise = HOME_COUNTRY): EnteredPhone {
  const digits = compactPhone(whole).replace(/^(\+|00)/, "");
  const [country, code] = [...DIAL_CODES]
    .filter(([, dialled]) => digits.startsWith(dialled))
    .reduce((best, each) => (each[1].length > best[1].length ? each : best), [otherwise, ""]);
  return { country, number: digits.slice(code.length) };
}

/** Whether the number starts with a country code. */
export const isWholePhone = (typed: string): boolean => /^\s*(\+|00)/.test(typed);

/** The number as stored: E.164, or "" for none. isPhone decides whether it is valid. */
export function joinPhone({ country, number }: EnteredPhone): string {
  if (isWholePhone(number)) return compactPhone(number).replace(/^00/, "+");
  const digits = compactPhone(number);
  if (digits === "") return "";
  const code = DIAL_CODES.get(country) ?? "";
  if (!code.startsWith("1"))
    return `+${code}${KEEPS_NOUGHT.includes(country) ? digits : digits.replace(/^0/, "")}`;
  // In North America the area code is part of the ten digits, with or without a 1 before them.
  const ten = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  return ten.length === 10 ? `+1${ten}` : `+${code}${ten}`;
}

/** Complements isPhone: North American numbers have ten digits after the 1. */
export const isRightLength = (e164: string): boolean =>
  !e164.startsWith("+1") || e164.length === 12;
