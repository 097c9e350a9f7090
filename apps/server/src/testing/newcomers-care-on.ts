import { createNewcomersCare, type NewcomersCare } from '#services/registry/relations/index.ts';
import type { Harness } from './harness.ts';

/** Assigns imported members on the stores of the test run; whom access should be judged anew for is told to nobody unless said. */
export const newcomersCareOn = ({ people }: Pick<Harness, 'people'>, changed: NewcomersCare['changed'] = () => {}): NewcomersCare =>
  createNewcomersCare(people, changed);
