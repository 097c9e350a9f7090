import type { IconName } from '#ui/icons.tsx';

/** One thing the command palette can do. */
export interface Command {
  /** Unique within the palette. */
  readonly id: string;
  /** `about`: a member, in view or named. */
  readonly group: 'about' | 'screens' | 'members' | 'actions';
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Commands of which every typed word begins a word of the label; all of them while nothing is typed. Case and accents do not matter. */
export function matching<C extends Pick<Command, 'label'>>(commands: readonly C[], typed: string): C[] {
  const asked = wordsOf(typed);
  return commands.filter((command) => {
    const words = wordsOf(command.label);
    return asked.every((ask) => words.some((word) => word.startsWith(ask)));
  });
}

function wordsOf(text: string): string[] {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean);
}
