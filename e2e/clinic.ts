import { type RunningServer, vigilLines } from './server.ts';

export interface Band {
  readonly userId: string;
  readonly clientId: string;
  readonly secret: string;
}

/** A tenant with synthetic people, made with the operator's tool as its operator would. */
export interface Clinic {
  readonly tenant: string;
  readonly members: readonly string[];
  readonly bands: readonly Band[];
  readonly nurse: string;
}

/** One tenant, a nurse, and so many members with a band each. */
export async function openClinic({ dataDir }: RunningServer, members: number): Promise<Clinic> {
  const tenant = 'synthetic';
  await vigilLines(dataDir, ['tenant', 'create', tenant, '--name', 'Synthetic clinic']);
  const nurse = `nurse@${tenant}.example`;
  const emails = Array.from({ length: members }, (_, index) => `member${index}@${tenant}.example`);
  await Promise.all([createUser(dataDir, tenant, nurse, 'nurse'), ...emails.map((email) => createUser(dataDir, tenant, email, 'patient'))]);
  const bands = await Promise.all(emails.map((email) => createBand(dataDir, tenant, email)));
  return { tenant, nurse, bands, members: bands.map((band) => band.userId) };
}

/** Gives a member's band its own credentials. */
export async function createBand(dataDir: string, tenant: string, member: string): Promise<Band> {
  const lines = await vigilLines(dataDir, ['device', 'create', '--tenant', tenant, '--member', member, '--label', 'Synthetic band']);
  const told = new Map(lines.map((line) => line.split('\t') as [string, string]));
  return { userId: told.get('user_id') ?? '', clientId: told.get('client_id') ?? '', secret: told.get('client_secret') ?? '' };
}

/** An access token of 15 minutes for a person. */
export async function tokenOf(dataDir: string, tenant: string, email: string): Promise<string> {
  const [token = ''] = await vigilLines(dataDir, ['token', '--account', email, '--tenant', tenant]);
  return token;
}

function createUser(dataDir: string, tenant: string, email: string, role: string): Promise<string[]> {
  const name = ['--given', 'Synthetic', '--family', email.split('@')[0] ?? ''];
  return vigilLines(dataDir, ['user', 'create', '--tenant', tenant, '--email', email, ...name, '--role', role]);
}
