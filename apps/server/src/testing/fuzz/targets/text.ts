import { parseFact as parseFactOfNow } from '@vigil/domain/facts/fact';
import { catalogue, metricIds } from '@vigil/domain/metrics/catalogue';
import { parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import { convertFromUcum } from '@vigil/domain/units/ucum';
import { ucumFromName } from '@vigil/domain/units/unit-names';
import { canonicalEmail } from '#identity/accounts.ts';
import { messagesFor } from '#identity/pages/messages.ts';
import { newPasswordFault } from '#identity/passwords.ts';
import { createTenantHosts } from '#identity/tenant-hosts.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import type { Database } from '#platform/postgres/database.ts';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';
import { BadStatement, bindParameters, parameterNames } from '#platform/ticks/child/parameters.ts';
import { withSettings } from '#platform/ticks/settings.ts';
import { tenantOfFile } from '#services/configurator/configurator.rules.ts';
import { parseFact } from '#services/events-processor/facts.ts';
import { isForSender, never } from '../documented.ts';
import { type Fuzzer, textFuzzer } from '../fuzzer.ts';

const hosts = createTenantHosts(
  { publicUrl: 'https://vigil.example.org', defaultHost: 'www.example.org' },
  // Nobody has a tenant here: what is attacked is the way from a header to a name.
  { global: async () => [] } as unknown as Database,
);
const statements = [
  "select {a:UUID}, 'it''s', \"x\\\"\" from `t` -- c\n where b = {b:Array(String)} /* d */ settings max_threads = 1;",
  'insert into t (a) format RowBinary',
];

/** Short texts from everywhere else: units, timeframes, names of facts, hosts, addresses, searches, statements, settings. */
export const textFuzzers: readonly Fuzzer[] = [
  textFuzzer('UCUM unit', ['{beats}/min', 'mm[Hg]', '[lb_av]', '°F', 'mg/dl'], readUnit, never),
  textFuzzer('timeframe', ['7dS1d', '24h', '1y'], parseTimeframe, never),
  textFuzzer('name of a fact', ['heart_rate_mean', 'sleep_spo2_max', 'band_wearing_time', 'spo2_mean_sma_12h'], parseFact, isForSender),
  textFuzzer('name of a fact of now', ['heart_rate_median_from_0800_to_12:00_mon_3m', 'steps_at_8', 'e_anemia'], parseFactOfNow, never),
  textFuzzer('name of a configuration file', ['tenant-demo.json'], tenantOfFile, never),
  textFuzzer('host of a tenant', ['demo.localhost:3000', '[::1]:3000', 'münchen.example'], readHost, never),
  textFuzzer('e-mail address and password', ['ada@example.org', 'Correct horse 7'], readAccount, never),
  textFuzzer('search', ['ada love', '100%_\\'], searchPatterns, never),
  textFuzzer('languages of a browser', ['es-ES,es;q=0.9,en;q=0.8', '*'], (text) => messagesFor(text).text('wait.minute'), never),
  textFuzzer('statement', statements, readStatement, (error) => error instanceof BadStatement),
  textFuzzer('value of a parameter', ["it's \\"], (text) => bindParameters('select {a:String}', new Map([['a', text]])), never),
  textFuzzer(
    'setting',
    ['3000', 'https://vigil.example.org/', 'postgres://a:b@c/d'],
    readSettings,
    (error) => error instanceof ConfigError,
  ),
];

function readUnit(text: string): void {
  for (const id of metricIds) {
    convertFromUcum(catalogue[id], 1, text);
    ucumFromName(catalogue[id], text);
  }
}

async function readHost(text: string): Promise<void> {
  await hosts.tenantOfHost(text);
  await hosts.originOf(text);
  await hosts.isOurs(text);
}

function readAccount(text: string): void {
  canonicalEmail(text);
  newPasswordFault(text, text);
  newPasswordFault('a plain password', text);
}

function readStatement(text: string): void {
  withSettings(text, 1);
  parameterNames(text);
  bindParameters(text, new Map());
}

function readSettings(text: string): void {
  const names = ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'TICKS_URL', 'SMTP_URL', 'OIDC_ISSUER', 'DEFAULT_HOST', 'DEMO_DAYS', 'TRUST_PROXY'];
  for (const name of names)
    try {
      readConfig({ [name]: text });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
    }
}
