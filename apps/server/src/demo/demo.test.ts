import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberStatus } from '@vigil/domain/status/account-status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImport } from '#intake/index.ts';
import { createIdentity } from '#platform/identity/identity.ts';
