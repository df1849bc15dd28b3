// The text of a rental agreement, as it is shown, hashed and signed.

export interface AgreementSection {
  title: string;
  lines: string[];
}
export interface AgreementText {
  title: string;
  sections: AgreementSection[];
}
