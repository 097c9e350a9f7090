import { serveWork } from '#platform/processes/serve-work.ts';
import { works } from './works.ts';

serveWork(works);
