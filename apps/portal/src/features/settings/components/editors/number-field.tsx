import { typedNumber } from '@vigil/domain/text/typed-number';
import { useState } from 'react';
import styles from './editors.module.css';

interface NumberFieldProps {
  readonly id?: string;
  readonly value: unknown;
  /** A number, null for an empty field, or what was typed where that is no number: the check says what is wrong with it. */
  readonly onChange: (value: number | string | null) => void;
  readonly label?: string;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy: string;
}

/** A number as it is typed: a text of its own, so that “36.” is not taken away before the 5 comes. */
export function NumberField({ id, value, onChange, label, disabled, invalid, describedBy }: NumberFieldProps) {
  const [typed, setTyped] = useState(() => textOf(value));
  // What was set from outside, by an undo or a reset, replaces what was typed.
  const shown = numberIn(typed) === value ? typed : textOf(value);
  return (
    <input
      id={id}
      className={`${styles.input} ${styles.number}`}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      disabled={disabled}
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(numberIn(event.target.value));
      }}
    />
  );
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

function numberIn(text: string): number | string | null {
  if (text.trim() === '') return null;
  const number = typedNumber(text);
  return Number.isFinite(number) ? number : text;
}
