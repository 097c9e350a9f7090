/** Whose readings are analysed. */
export interface Analysed {
  readonly memberId: string;
  readonly name: string;
  readonly zone: string;
  /** The member looks at the own readings. */
  readonly own: boolean;
}
