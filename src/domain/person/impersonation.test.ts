// Tests names that pass for Caydrive or its team, and real names that only resemble them.
import { expect, test } from "vitest";
import { impersonatesUs } from "./impersonation.ts";

const NAMES = {
  refused: [
    ["Caydrive", "Support"],
    ["caydrive", "Rolle"],
    ["Ann", "CAYDRIVE"],
    ["Cay", "Drive"],
    ["C a y", "d-r-i-v-e"],
    ["Team Caydrive", "Nassau"],
    ["TheCaydriveTeam", "Rolle"],
    ["Ｃａｙｄｒｉｖｅ", "Rolle"],
    ["𝓒𝓪𝔂𝓭𝓻𝓲𝓿𝓮", "Rolle"],
    ["Cáydrïve", "Rolle"],
    ["Сауdrive", "Rolle"], // Cyrillic Es, a, u
    ["Caydr1ve", "Rolle"],
    ["Caydrlve", "Rolle"],
    ["Cay\u200ddrive", "Rolle"],
    ["Support", "Team"],
    ["Ann", "Support"],
    ["Ann (Support)", "Rolle"],
    ["Sup", "port"],
    ["S.u.p.p.o.r.t", "Rolle"],
    ["SUPP0RT", "Rolle"],
    ["Admin", "Rolle"],
    ["Site", "Administrator"],
    ["Moderator", "Ann"],
    ["Customer", "Service"],
    ["Ann", "Customer-Service"],
    ["Customer Care", "Nassau"],
    ["Help", "Desk"],
    ["Helpdesk", "Bahamas"],
    ["Official", "Host"],
    ["Staff", "Member"],
    ["Staff", "Rolle"],
    ["Trust and", "Safety"],
    ["ΑDΜΙΝ", "Rolle"], // Greek Alpha, Mu, Iota and Nu
    ["CΑΥDRIVΕ", "Rolle"], // Greek Alpha, Upsilon and Epsilon
    ["Ϲaydrive", "Rolle"], // Greek lunate Sigma
    ["ΗΕLΡ", "DΕSΚ"],
    ["НЕLР", "DЕSК"], // Cyrillic En, Ie, Er and Ka
    ["ᴄᴀʏᴅʀɪᴠᴇ", "Rolle"],
    ["ꜱᴜᴘᴘᴏʀᴛ", "Rolle"],
    ["Ann", "ʜᴇʟᴘ ᴅᴇꜱᴋ"],
    ["🅲🅰🆈🅳🆁🅸🆅🅴", "Rolle"],
    ["🇨🇦🇾🇩🇷🇮🇻🇪", "Rolle"],
    ["Help", "Team"],
    ["Booking", "Team"],
    ["Bookings", "Desk"],
    ["Ann", "(Verification Team)"],
    ["Team", "Verification"],
    ["Payment", "Department"],
    ["Refund", "Center"],
    ["Trust &", "Safety"],
    ["Ꮯaydrive", "Rolle"], // Cherokee Tli
    ["Ꮪupport", "Desk"], // Cherokee Du
    ["Suppօrt", "Team"], // Armenian Oh
    ["🅒🅐🅨🅓🅡🅘🅥🅔", "Rolle"],
    ["Bookin\u0261", "Desk"], // a Latin letter for phonetics
    ["𝐋аул", "Дмитриев"], // a bold L
    ["TheCay DriveTeam", "Rolle"],
    ["Сауl", "Дмитриев"], // a Latin l after Cyrillic letters
  ],
  accepted: [
    ["Ann", "Rolle"],
    ["Peter", "Staff"],
    ["Minnie", "Driver"],
    ["Cay", "Driver"],
    ["Moder", "Torres"],
    ["Modera", "Torres"],
    ["Adminda", "Rolle"],
    ["Ad", "Mintz"],
    ["Desmond", "Help"],
    ["Ann", "Desk"],
    ["Ann", "Teamson"],
    ["Ann", "Helpman"],
    ["Ann", "Booker"],
    ["Bill", "Ingram"],
    ["Rolle Family", "Team"],
    ["Trust", "Nkosi"],
    ["Αλέξανδρος", "Μαυρομιχάλης"],
    ["ΜΑΡΙΑ", "ΝΙΚΟΛΑΟΥ"],
    ["Rupport", "Supporta"],
    ["Officia", "Lister"],
    ["Sir Vice", "Customer"],
    ["Cayden", "Ivey"],
    ["阿明", "王"],
    ["Саул", "Дмитриев"],
    ["Дми\u0301трий", "Ивано\u0301в"], // stress marks
    ["Ann", "Δημητρίου"],
    ["Ann (Аня)", "O'Brien-Дмитриева"],
    ["Zoë", "Nguyễn"],
    ["ʻIolani", "Kaʻahumanu"],
    ["Արամ", "Խաչատրյան"],
    ["ᎠᏂ", "ᏣᎳᎩ"],
  ],
} as const;

test.each(NAMES.refused)("refuses %s %s", (first_name, last_name) => {
  expect(impersonatesUs({ first_name, last_name })).toBe(true);
});

test.each(NAMES.accepted)("accepts %s %s", (first_name, last_name) => {
  expect(impersonatesUs({ first_name, last_name })).toBe(false);
});

test.each(
  `Admins Administration Administrators AdminTeam CustomerCare CustomerHelp CustomerSupport
  Moderators StaffMember SupportDesk SupportTeam Sysadmin TrustAndSafety TrustSafety Webmaster`.split(
    /\s+/,
  ),
)("refuses %s as a first name", (first_name) => {
  expect(impersonatesUs({ first_name, last_name: "Rolle" })).toBe(true);
});

// Greek and Cyrillic letters only, and a digit for the l.
test.each([
  ["caydrive", "сαуԁгіνе"],
  ["support", "ѕυррогт"],
  ["fraud team", "ғгαυԁ теαм"],
  ["help desk", "не1р ԁеѕк"],
  ["webmaster", "ԝевмαѕтег"],
  ["administrator", "αԁміпіѕтгαтог"],
])("refuses %s written as %s", (_word, first_name) => {
  expect(impersonatesUs({ first_name, last_name: "" })).toBe(true);
});
