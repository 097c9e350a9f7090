/** On two busy cores what appears soon appears within seconds; the library gives it one. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
