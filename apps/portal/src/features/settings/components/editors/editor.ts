/** What every control of a setting is given. */
export interface EditorProps<Value = unknown> {
  /** Of the control that the row's label names. */
  readonly id: string;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  /** Ids of the help and the error beside it. */
  readonly describedBy: string;
  /** The sentence for a part of the value (`title`), or for all of it (''); undefined where nothing is wrong. */
  readonly faultOf: (part: string) => string | undefined;
}
